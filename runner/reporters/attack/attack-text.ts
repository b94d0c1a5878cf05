import { formatCountWithNoun } from '../../values/index.ts';
import { stripControlCharacters } from '../console/shorten-text.ts';
import {
  type AttackReport,
  buildAttackSuccessUrl,
  buildAttackTable,
  listAttackFigures,
  listVerdictCounts,
} from './attack-report.ts';

const MAX_SUCCESSES = 20;

/** The results of an attack, for a terminal. */
export function formatAttackText(report: AttackReport): string {
  const { results, runs, leftOut } = report;
  const lines = [
    `${formatCountWithNoun(report.attempts.length, 'attempt')} on ${report.agents.join(', ')}`,
    ...listVerdictCounts(report).map(([words, count]) => `  ${count} ${words}`),
    '',
    ...alignColumns(listAttackFigures(report)),
    '',
    ...alignColumns(joinHeadingsAndRows(buildAttackTable(results.cells))),
    '',
    ...formatSuccessLines(report),
    ...(leftOut.length === 0
      ? []
      : ['Left out:', ...leftOut.map(({ caseId, reason }) => `  ${caseId}: ${reason}`), '']),
    `Runs: ${runs.clean} without attack, ${runs.attack} with it`,
  ];
  return lines.map((line) => `${stripControlCharacters(line)}\n`).join('');
}

function formatSuccessLines({ results: { successes }, runs }: AttackReport): string[] {
  if (successes.length === 0) return [];
  const more = successes.length - MAX_SUCCESSES;
  return [
    'Succeeded:',
    ...successes
      .slice(0, MAX_SUCCESSES)
      .flatMap((success) => [
        `  ${success.caseId}, ${success.template} in ${success.field}, turn ${success.turn}: ${success.reason}`,
        `    ${buildAttackSuccessUrl(success, runs.attack)}`,
      ]),
    ...(more > 0 ? [`  and ${more} more; --format json has all`] : []),
    '',
  ];
}

function joinHeadingsAndRows({ headings, rows }: ReturnType<typeof buildAttackTable>): string[][] {
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
