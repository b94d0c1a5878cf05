import { formatInlineCode, formatTable } from '../markdown/markdown-text.ts';
import { isRegression, type RegradeReport } from './regrade-report.ts';
import { groupRegradedAttempts, listInferredRuleResultTexts, listRegradeNotes } from './regrade-text.ts';

/** Returns the results of regrading, for a pull request. */
export function formatRegradeMarkdown(report: RegradeReport): string {
  const lost = report.changes.filter(isRegression).length;
  const verdict = lost === 0 ? '✅ Every attempt that passed passes again' : `❌ Attempts that no longer pass: ${lost}`;
  const rows = groupRegradedAttempts(report).map(({ heading, caseId, place, reason }) => [
    heading,
    formatInlineCode(caseId),
    formatInlineCode(place),
    formatInlineCode(reason),
  ]);
  const inferred = listInferredRuleResultTexts(report);
  return [
    `# Stored attempts, regraded\n\n**${verdict}**\n\n`,
    ...listRegradeNotes(report).map((line) => `- ${formatInlineCode(line)}\n`),
    ...inferred.map((line) => `- Inferred rule ${formatInlineCode(line)}\n`),
    rows.length === 0 ? '' : `\n${formatTable(['Verdict', 'Case', 'Attempt', 'Why'], rows)}`,
  ].join('');
}
