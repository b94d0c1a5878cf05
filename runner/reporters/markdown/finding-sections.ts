import {
  type CaseRow,
  type CaseWithUnusedParts,
  findUnusedCaseParts,
  listRunWarnings,
  type RunState,
} from '../../fold/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { isUncheckedPass } from '../../verdict/index.ts';
import { formatInlineCode } from './markdown-text.ts';

/**
 * Yields the sections about findings other than failures: passed cases in `others` with unchecked parts, inferred
 * rules, parts without effect, and warnings.
 */
export function* formatFindingSections(state: RunState, others: readonly CaseRow[]): Generator<string> {
  const unjudged = others.filter(
    (row) => isUncheckedPass(row) || row.attempts.some((attempt) => attempt.unjudged !== undefined),
  );
  if (unjudged.length > 0) yield `\n## Unchecked\n\n${unjudged.map(formatUnjudgedLine).join('')}`;
  const inferred = state.rows.filter((row) => row.attempts.some((attempt) => attempt.inferred !== undefined));
  if (inferred.length > 0) yield `\n## Inferred rules\n\n${inferred.map(formatInferredRulesLine).join('')}`;
  const idle = findUnusedCaseParts(state.rows);
  if (idle.length > 0) yield `\n## Parts without effect\n\n${idle.map(formatUnusedPartsLine).join('')}`;
  const warnings = listRunWarnings(state);
  if (warnings.length > 0) yield `\n## Warnings\n\n${formatWarningList(warnings)}`;
}

function formatUnjudgedLine(row: CaseRow): string {
  const { id, attempts } = row;
  const texts = new Set([
    ...(isUncheckedPass(row) ? ['checks nothing'] : []),
    ...attempts.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudged])),
  ]);
  return `- ${formatInlineCode(id)}: ${formatInlineCode([...texts].join('; '), 1000)}\n`;
}

function formatInferredRulesLine({ id, attempts }: CaseRow): string {
  const texts = new Set(attempts.flatMap(({ inferred }) => inferred ?? []));
  return `- ${formatInlineCode(id)}: ${formatInlineCode([...texts].join('; '), 1000)}\n`;
}

/** The maximum number of warnings in a report; further warnings are counted. */
const MAX_WARNINGS = 50;

function formatWarningList(warnings: readonly string[]): string {
  const more = warnings.length - MAX_WARNINGS;
  const lines = warnings.slice(0, MAX_WARNINGS).map((warning) => `- ${formatInlineCode(warning, 1000)}\n`);
  return `${lines.join('')}${more > 0 ? `\n… ${formatCountWithNoun(more, 'more warning')}\n` : ''}`;
}

function formatUnusedPartsLine({ row, parts }: CaseWithUnusedParts): string {
  return `- ${formatInlineCode(row.id)}: ${formatInlineCode(parts.join(', '), 1000)}\n`;
}
