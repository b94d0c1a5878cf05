import { readFileSync } from 'node:fs';
import type { WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { findCodeWarnings, findUnreadOutput } from '../../scripts/code-doubts.ts';
import { relativePath } from '../../scripts/relative-path.ts';

type ScorerWorkspace = {
  root: string;
  scorers: Pick<WorkspaceScorers, 'files'>;
  variables: Readonly<Record<string, string | undefined>>;
};

/** Inspects the code of the scorers of one type. Throws for a type without a scorer. */
export function findScorerWarnings(
  scorer: { type: string; folder: string },
  { root, scorers, variables }: ScorerWorkspace,
): string[] {
  return scorers.files(scorer).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const doubts = [...findCodeWarnings(text, variables), ...findUnreadOutput(text)];
    return doubts.map(({ line, message }) => `${relativePath(root, file)}:${line}: ${message}`);
  });
}
