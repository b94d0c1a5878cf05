import { formatCountWithNoun } from '../../values/index.ts';
import {
  type CaseComparison,
  computeRateChange,
  describeRateChange,
  isRegression,
  type RunComparison,
} from '../../verdict/index.ts';
import { formatInlineCode, formatTable } from '../markdown/markdown-text.ts';
import { formatRunLine, formatStatusWithCounts, reportedChanges } from './comparison-text.ts';

/** Returns the changes between two runs, for a pull request. */
export function formatComparisonMarkdown(comparison: RunComparison): string {
  const { before, after, cases, counts, regressed } = comparison;
  const headingOf = new Map<string, string>(reportedChanges.map(({ change, heading }) => [change, heading]));
  const reported = reportedChanges.flatMap(({ change }) => cases.filter((entry) => entry.change === change));
  const change = computeRateChange(comparison);
  const verdict = describeComparisonVerdict(isRegression(change), regressed);
  const rows = reported.map((entry) => [headingOf.get(entry.change) ?? '', ...formatCaseComparisonCells(entry)]);
  return [
    `# Comparison of two runs\n\n**${verdict}** · ${counts.fixed} fixed · ${counts.same} same\n`,
    `\n- **Before:** ${formatInlineCode(formatRunLine(before))}\n- **After:** ${formatInlineCode(formatRunLine(after))}\n- **Change:** ${formatInlineCode(describeRateChange(change))}\n`,
    rows.length === 0 ? '' : `\n${formatTable(['Change', 'Case', 'Name', 'Before', 'After'], rows)}`,
  ].join('');
}

/** Says in a few words whether a run is worse than the earlier one. */
export function describeComparisonVerdict(isWorse: boolean, regressed: number): string {
  if (isWorse) return '❌ Worse by more than chance';
  return regressed === 0
    ? '✅ No case got worse'
    : `⚠️ ${formatCountWithNoun(regressed, 'case')} got worse, which can be chance`;
}

function formatCaseComparisonCells({ id, name = '', edited, before, after }: CaseComparison): string[] {
  return [
    `${formatInlineCode(id)}${edited ? ' (edited)' : ''}`,
    formatInlineCode(name),
    formatStatusWithCounts(before),
    formatStatusWithCounts(after),
  ];
}
