import {
  describeConversationCounts,
  formatMeanDifference,
  formatMeasureValue,
  listSimulatorCheckNotes,
  type SimulatorCheckReport,
} from './simulator-check-report.ts';

/** Returns the results of a check of simulated users, for a terminal. */
export function formatSimulatorCheckText(report: SimulatorCheckReport): string {
  const { simulated, people, measures } = report;
  const width = Math.max(...measures.map(({ label }) => label.length));
  const rows = measures.map(({ label, unit, simulated: value, people: theirs, change }) => {
    const columns = [label.padEnd(width), formatMeasureValue(value, unit).padStart(8)];
    if (theirs !== undefined) columns.push(formatMeasureValue(theirs, unit).padStart(8));
    if (change !== undefined) columns.push(formatMeanDifference(change, unit));
    return columns.join('  ');
  });
  return [
    `simulated: ${describeConversationCounts(simulated)}`,
    ...(people === undefined ? [] : [`people: ${describeConversationCounts(people)}`]),
    '',
    ...(people === undefined
      ? []
      : [`${''.padEnd(width)}  ${'simul.'.padStart(8)}  ${'people'.padStart(8)}  difference`]),
    ...rows,
    '',
    ...listSimulatorCheckNotes(report),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
