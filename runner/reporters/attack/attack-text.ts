import { plural } from '../../values/index.ts';
import { stripControls } from '../console/shorten-text.ts';
import { type AttackReport, attackFigures, attackSuccessUrl, attackTable, verdictRows } from './attack-report.ts';

const MOST_SUCCESSES = 20;

/** The results of an attack, for a terminal. */
export function attackText(report: AttackReport): string {
  const { results, runs, leftOut } = report;
  const lines = [
    `${plural(report.attempts.length, 'attempt')} on ${report.agents.join(', ')}`,
    ...verdictRows(report).map(([words, count]) => `  ${count} ${words}`),
    '',
    ...alignColumns(attackFigures(report)),
    '',
    ...alignColumns(headingsAndRows(attackTable(results.cells))),
    '',
    ...successLines(report),
    ...(leftOut.length === 0
      ? []
      : ['Left out:', ...leftOut.map(({ caseId, reason }) => `  ${caseId}: ${reason}`), '']),
    `Runs: ${runs.clean} without attack, ${runs.attack} with it`,
  ];
  return lines.map((line) => `${stripControls(line)}\n`).join('');
}

function successLines({ results: { successes }, runs }: AttackReport): string[] {
  if (successes.length === 0) return [];
  const more = successes.length - MOST_SUCCESSES;
  return [
    'Succeeded:',
    ...successes
      .slice(0, MOST_SUCCESSES)
      .flatMap((success) => [
        `  ${success.caseId}, ${success.template} in ${success.field}, turn ${success.turn}: ${success.reason}`,
        `    ${attackSuccessUrl(success, runs.attack)}`,
      ]),
    ...(more > 0 ? [`  and ${more} more; --format json has all`] : []),
    '',
  ];
}

function headingsAndRows({ headings, rows }: ReturnType<typeof attackTable>): string[][] {
  return [headings, ...rows];
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
