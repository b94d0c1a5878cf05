import { formatInlineCode, formatTable } from '../markdown/markdown-text.ts';
import {
  describeConversationCounts,
  formatMeanDifference,
  formatMeasureValue,
  listSimulatorCheckNotes,
  type SimulatorCheckReport,
} from './simulator-check-report.ts';

/** Returns the results of a check of simulated users, for a pull request. */
export function formatSimulatorCheckMarkdown(report: SimulatorCheckReport): string {
  const { simulated, people, measures } = report;
  const headings = ['Measure', 'Simulated', ...(people === undefined ? [] : ['People', 'Difference'])];
  const rows = measures.map(({ label, unit, simulated: value, people: theirs, change }) => [
    formatInlineCode(label),
    formatMeasureValue(value, unit),
    ...(theirs === undefined ? [] : [formatMeasureValue(theirs, unit)]),
    ...(change === undefined ? [] : [formatMeanDifference(change, unit)]),
  ]);
  const sides = [
    `- simulated: ${describeConversationCounts(simulated)}\n`,
    ...(people === undefined ? [] : [`- people: ${describeConversationCounts(people)}\n`]),
  ];
  const notes = listSimulatorCheckNotes(report).map((note) => `- ${formatInlineCode(note)}\n`);
  return ['# Simulated users\n\n', ...sides, '\n', formatTable(headings, rows), '\n', ...notes].join('');
}
