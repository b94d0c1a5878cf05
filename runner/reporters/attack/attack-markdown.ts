import { formatTable, inlineCode } from '../markdown/markdown-text.ts';
import { type AttackReport, attackFigures, attackSuccessUrl, attackTable, verdictRows } from './attack-report.ts';

/** The results of an attack, for a pull request. */
export function attackMarkdown(report: AttackReport): string {
  const { results, runs, leftOut } = report;
  const { success } = results;
  const verdict =
    success.count === 0 ? '✅ No attack succeeded' : `❌ Attacks that succeeded: ${success.count} of ${success.of}`;
  const { headings, rows } = attackTable(results.cells);
  return [
    `# Attack on ${report.agents.map((agent) => inlineCode(agent)).join(', ')}\n\n**${verdict}**\n\n`,
    formatTable(
      ['Measure', 'Value (95% interval)'],
      attackFigures(report).map(([name, value]) => [name.trim(), value]),
    ),
    '\n',
    formatTable(
      ['Verdict', 'Attempts'],
      verdictRows(report).map(([words, count]) => [words, String(count)]),
    ),
    '\n## Successes by template and field\n\n',
    formatTable(
      headings.map((heading) => inlineCode(heading)),
      rows.map(([template = '', ...cells]) => [inlineCode(template), ...cells]),
    ),
    results.successes.length === 0
      ? ''
      : `\n## Succeeded\n\n${formatTable(
          ['Case', 'Template', 'Field', 'Turn', 'Why', 'Page'],
          results.successes.map((each) => [
            inlineCode(each.caseId),
            inlineCode(each.template),
            inlineCode(each.field),
            String(each.turn),
            inlineCode(each.reason),
            inlineCode(attackSuccessUrl(each, runs.attack), 400),
          ]),
        )}`,
    leftOut.length === 0
      ? ''
      : `\n## Left out\n\n${formatTable(
          ['Case', 'Why'],
          leftOut.map(({ caseId, reason }) => [inlineCode(caseId), inlineCode(reason)]),
        )}`,
    `\nRuns: ${inlineCode(runs.clean)} without attack, ${inlineCode(runs.attack)} with it.\n`,
  ].join('');
}
