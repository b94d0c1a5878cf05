import {
  describeSide,
  differenceWords,
  measureValue,
  type SimulatorCheckReport,
  simulatorCheckNotes,
} from './simulator-check-report.ts';

/** Returns the results of a check of simulated users, for a terminal. */
export function simulatorCheckText(report: SimulatorCheckReport): string {
  const { simulated, people, measures } = report;
  const width = Math.max(...measures.map(({ label }) => label.length));
  const rows = measures.map(({ label, unit, simulated: value, people: theirs, change }) => {
    const columns = [label.padEnd(width), measureValue(value, unit).padStart(8)];
    if (theirs !== undefined) columns.push(measureValue(theirs, unit).padStart(8));
    if (change !== undefined) columns.push(differenceWords(change, unit));
    return columns.join('  ');
  });
  return [
    `simulated: ${describeSide(simulated)}`,
    ...(people === undefined ? [] : [`people: ${describeSide(people)}`]),
    '',
    ...(people === undefined
      ? []
      : [`${''.padEnd(width)}  ${'simul.'.padStart(8)}  ${'people'.padStart(8)}  difference`]),
    ...rows,
    '',
    ...simulatorCheckNotes(report),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
