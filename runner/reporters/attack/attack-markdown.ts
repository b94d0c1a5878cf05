import { formatInlineCode, formatTable } from '../markdown/markdown-text.ts';
import {
  type AttackReport,
  buildAttackSuccessUrl,
  buildAttackTable,
  listAttackFigures,
  listVerdictCounts,
} from './attack-report.ts';

/** The results of an attack, for a pull request. */
export function formatAttackMarkdown(report: AttackReport): string {
  const { results, runs, leftOut } = report;
  const { success } = results;
  const verdict =
    success.count === 0 ? '✅ No attack succeeded' : `❌ Attacks that succeeded: ${success.count} of ${success.of}`;
  const { headings, rows } = buildAttackTable(results.cells);
  return [
    `# Attack on ${report.agents.map((agent) => formatInlineCode(agent)).join(', ')}\n\n**${verdict}**\n\n`,
    formatTable(
      ['Measure', 'Value (95% interval)'],
      listAttackFigures(report).map(([name, value]) => [name.trim(), value]),
    ),
    '\n',
    formatTable(
      ['Verdict', 'Attempts'],
      listVerdictCounts(report).map(([words, count]) => [words, String(count)]),
    ),
    '\n## Successes by template and field\n\n',
    formatTable(
      headings.map((heading) => formatInlineCode(heading)),
      rows.map(([template = '', ...cells]) => [formatInlineCode(template), ...cells]),
    ),
    results.successes.length === 0
      ? ''
      : `\n## Succeeded\n\n${formatTable(
          ['Case', 'Template', 'Field', 'Turn', 'Why', 'Page'],
          results.successes.map((each) => [
            formatInlineCode(each.caseId),
            formatInlineCode(each.template),
            formatInlineCode(each.field),
            String(each.turn),
            formatInlineCode(each.reason),
            formatInlineCode(buildAttackSuccessUrl(each, runs.attack), 400),
          ]),
        )}`,
    leftOut.length === 0
      ? ''
      : `\n## Left out\n\n${formatTable(
          ['Case', 'Why'],
          leftOut.map(({ caseId, reason }) => [formatInlineCode(caseId), formatInlineCode(reason)]),
        )}`,
    `\nRuns: ${formatInlineCode(runs.clean)} without attack, ${formatInlineCode(runs.attack)} with it.\n`,
  ].join('');
}
