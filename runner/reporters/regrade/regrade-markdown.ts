import { formatTable, inlineCode } from '../markdown/markdown-text.ts';
import { isRegression, type RegradeReport } from './regrade-report.ts';
import { inferredRuleResultTexts, regradeGroups, regradeNotes } from './regrade-text.ts';

/** Returns the results of regrading, for a pull request. */
export function regradeMarkdown(report: RegradeReport): string {
  const lost = report.changes.filter(isRegression).length;
  const verdict = lost === 0 ? '✅ No attempt lost its pass' : `❌ Attempts that no longer pass: ${lost}`;
  const rows = regradeGroups(report).map(({ heading, caseId, place, reason }) => [
    heading,
    inlineCode(caseId),
    inlineCode(place),
    inlineCode(reason),
  ]);
  const inferred = inferredRuleResultTexts(report);
  return [
    `# Stored attempts, regraded\n\n**${verdict}**\n\n`,
    ...regradeNotes(report).map((line) => `- ${inlineCode(line)}\n`),
    ...inferred.map((line) => `- Inferred rule ${inlineCode(line)}\n`),
    rows.length === 0 ? '' : `\n${formatTable(['Verdict', 'Case', 'Attempt', 'Why'], rows)}`,
  ].join('');
}
