import { olderTrials } from '../../lib/history/index.ts';
import type { RunState } from '../fold/index.ts';
import { comparisonJson } from '../reporters/comparison/comparison-json.ts';
import { comparisonMarkdown } from '../reporters/comparison/comparison-markdown.ts';
import { comparisonText } from '../reporters/comparison/comparison-text.ts';
import { compareRuns, type RunComparison, rateChange, regression } from '../verdict/index.ts';
import { readReportFile } from './stored/read-report-file.ts';
import { type HistoryPlace, storedRun, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

export type ComparedFormat = 'text' | 'json' | 'md';

const formats: Readonly<Record<ComparedFormat, (comparison: RunComparison) => string>> = {
  text: comparisonText,
  json: comparisonJson,
  md: comparisonMarkdown,
};

/**
 * Says what changed from one run to another, each of the history or a report. `worse`: what got worse by more than
 * chance, in words. `failing`: the cases that passed before and fail now, which may be chance.
 */
export function compareReferences(
  { before, after }: { before: string; after: string },
  { format, ...place }: HistoryPlace & { format: ComparedFormat },
  terminal: Terminal,
): { text: string; worse: string | undefined; failing: string[] } {
  const base = comparedState(before, place, terminal);
  const head = comparedState(after, place, terminal);
  const older = isReport(before)
    ? undefined
    : withStoredHistory(place, terminal, (database) => olderTrials(database, { base, head }));
  const comparison = compareRuns({ ...base, older }, head);
  const failing = comparison.cases.filter(({ regressed }) => regressed).map(({ id }) => id);
  return {
    text: formats[format](comparison),
    worse: regression({ failOnRegression: true }, rateChange(comparison)),
    failing,
  };
}

function comparedState(reference: string, place: HistoryPlace, terminal: Terminal): RunState {
  if (isReport(reference)) return readReportFile(reference, terminal.cwd).state;
  return withStoredHistory(place, terminal, (database) => storedRun(database, reference));
}

function isReport(reference: string): boolean {
  return /\.jsonl?$/i.test(reference);
}
