import { plural } from '../../values/index.ts';
import {
  type CaseComparison,
  isRegression,
  type RunComparison,
  rateChange,
  rateChangeWords,
} from '../../verdict/index.ts';
import { formatTable, inlineCode } from '../markdown/markdown-text.ts';
import { reportedChanges, runLine, statusWithCounts } from './comparison-text.ts';

/** Returns the changes between two runs, for a pull request. */
export function comparisonMarkdown(comparison: RunComparison): string {
  const { before, after, cases, counts, regressed } = comparison;
  const headingOf = new Map<string, string>(reportedChanges.map(({ change, heading }) => [change, heading]));
  const reported = reportedChanges.flatMap(({ change }) => cases.filter((entry) => entry.change === change));
  const change = rateChange(comparison);
  const verdict = verdictWords(isRegression(change), regressed);
  const rows = reported.map((entry) => [headingOf.get(entry.change) ?? '', ...formatCells(entry)]);
  return [
    `# Comparison of two runs\n\n**${verdict}** · ${counts.fixed} fixed · ${counts.same} same\n`,
    `\n- **Before:** ${inlineCode(runLine(before))}\n- **After:** ${inlineCode(runLine(after))}\n- **Change:** ${inlineCode(rateChangeWords(change))}\n`,
    rows.length === 0 ? '' : `\n${formatTable(['Change', 'Case', 'Name', 'Before', 'After'], rows)}`,
  ].join('');
}

/** Says in a few words whether a run is worse than the earlier one. */
export function verdictWords(isWorse: boolean, regressed: number): string {
  if (isWorse) return '❌ Worse by more than chance';
  return regressed === 0 ? '✅ No case got worse' : `⚠️ ${plural(regressed, 'case')} got worse, which can be chance`;
}

function formatCells({ id, name = '', edited, before, after }: CaseComparison): string[] {
  return [
    `${inlineCode(id)}${edited ? ' (edited)' : ''}`,
    inlineCode(name),
    statusWithCounts(before),
    statusWithCounts(after),
  ];
}
