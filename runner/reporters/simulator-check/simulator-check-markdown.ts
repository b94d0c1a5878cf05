import { formatTable, inlineCode } from '../markdown/markdown-text.ts';
import {
  describeSide,
  differenceWords,
  measureValue,
  type SimulatorCheckReport,
  simulatorCheckNotes,
} from './simulator-check-report.ts';

/** Returns the results of a check of simulated users, for a pull request. */
export function simulatorCheckMarkdown(report: SimulatorCheckReport): string {
  const { simulated, people, measures } = report;
  const headings = ['Measure', 'Simulated', ...(people === undefined ? [] : ['People', 'Difference'])];
  const rows = measures.map(({ label, unit, simulated: value, people: theirs, change }) => [
    inlineCode(label),
    measureValue(value, unit),
    ...(theirs === undefined ? [] : [measureValue(theirs, unit)]),
    ...(change === undefined ? [] : [differenceWords(change, unit)]),
  ]);
  const sides = [
    `- simulated: ${describeSide(simulated)}\n`,
    ...(people === undefined ? [] : [`- people: ${describeSide(people)}\n`]),
  ];
  const notes = simulatorCheckNotes(report).map((note) => `- ${inlineCode(note)}\n`);
  return ['# Simulated users\n\n', ...sides, '\n', formatTable(headings, rows), '\n', ...notes].join('');
}
