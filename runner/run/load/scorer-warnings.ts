import { readFileSync } from 'node:fs';
import type { WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { blankOutComments, getLineNumberAt } from '../../scripts/code-text.ts';
import { findCodeWarnings, findUnreadOutput } from '../../scripts/code-warnings.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';

type ScorerWorkspace = {
  root: string;
  scorers: Pick<WorkspaceScorers, 'files'>;
  variables: Readonly<Record<string, string | undefined>>;
};

/** Inspects the code of the scorers of one type for mistakes. Throws for a type without a scorer. */
export function findScorerWarnings(
  scorer: { type: string; folder: string },
  { root, scorers, variables }: ScorerWorkspace,
): string[] {
  return scorers.files(scorer).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const warnings = [...findCodeWarnings(text, variables), ...findUnreadOutput(text)];
    return warnings.map(({ line, message }) => `${toRelativePath(root, file)}:${line}: ${message}`);
  });
}

/**
 * Inspects the scorers of rows that have neither an agent nor a ground truth. For these rows, a scorer gets the
 * expected output as the output, too, so it would compare the text with itself.
 */
export function findSelfComparison(
  scorer: { type: string; folder: string },
  { root, scorers }: Pick<ScorerWorkspace, 'root' | 'scorers'>,
): string[] {
  return scorers.files(scorer).flatMap((file) => {
    const code = blankOutComments(readFileSync(file, 'utf8'));
    const reference = /\bexpectedOutput\b/.exec(code);
    if (reference === null || !/\boutput\b/.test(code) || /\bground_?truth\b/i.test(code)) return [];
    const message =
      'without an agent, "output" and "expectedOutput" are the same text, so this scores the table with itself; ask an agent with -n, or give the rows a ground_truth and read "groundTruth"';
    return [`${toRelativePath(root, file)}:${getLineNumberAt(code, reference.index)}: ${message}`];
  });
}
