import type { RunState } from '../fold/index.ts';
import {
  assessBaselineSelection,
  collectOlderTrials,
  describeSimulator,
  findBaselineRun,
  toSeries,
} from '../history/index.ts';
import { formatComparisonJson } from '../reporters/comparison/comparison-json.ts';
import { formatComparisonMarkdown } from '../reporters/comparison/comparison-markdown.ts';
import { formatComparisonText } from '../reporters/comparison/comparison-text.ts';
import { compareRuns, computeRateChange, describeRegression, type RunComparison } from '../verdict/index.ts';
import { readReportFile } from './stored/read-report-file.ts';
import { type HistoryLocation, readStoredRun, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

export type ComparedFormat = 'text' | 'json' | 'md';

const comparisonFormatters: Readonly<Record<ComparedFormat, (comparison: RunComparison) => string>> = {
  text: formatComparisonText,
  json: formatComparisonJson,
  md: formatComparisonMarkdown,
};

/**
 * Compares two runs from the history or from reports. `worse` describes significant regressions. `failing` lists cases
 * that passed before and fail now, possibly by chance. `across` is a note that the runs use different connectors or
 * simulated users, so that gates cannot be applied.
 */
export function compareReferences(
  { before, after }: { before: string; after: string },
  { format, ...historyLocation }: HistoryLocation & { format: ComparedFormat },
  terminal: Terminal,
): { text: string; worse: string | undefined; failing: string[]; across: string | undefined } {
  const base = readComparedState(before, historyLocation, terminal);
  const comparedState = readComparedState(after, historyLocation, terminal);
  const historyData = isReportReference(before)
    ? {}
    : withStoredHistory(historyLocation, terminal, (database) => ({
        older: collectOlderTrials(database, { base, head: comparedState }),
        selection: assessBaselineSelection(database, { baseId: base.runId, headId: comparedState.runId }),
      }));
  const comparison = compareRuns({ ...base, ...historyData }, comparedState);
  const failing = comparison.cases.filter(({ regressed }) => regressed).map(({ id }) => id);
  return {
    text: comparisonFormatters[format](comparison),
    worse: describeRegression({ failOnRegression: true }, computeRateChange(comparison)),
    failing,
    across:
      describeConnectorDifference(base, comparedState, isReportReference(before) || isReportReference(after)) ??
      describeSimulatorDifference(base, comparedState),
  };
}

function readComparedState(reference: string, historyLocation: HistoryLocation, terminal: Terminal): RunState {
  if (isReportReference(reference)) return readReportFile(reference, terminal.cwd).state;
  return withStoredHistory(historyLocation, terminal, (database) =>
    readStoredRun(database, reference, findBaselineRun),
  );
}

/** Ignores a missing connector in reports, because incomplete reports do not contain it. */
function describeConnectorDifference(base: RunState, head: RunState, isOfReports: boolean): string | undefined {
  const [oldConnector, newConnector] = [getConnectorOfRun(base), getConnectorOfRun(head)];
  if (oldConnector === newConnector || (isOfReports && (oldConnector === null || newConnector === null)))
    return undefined;
  return `the runs use different connectors (${oldConnector ?? 'none'}, ${newConnector ?? 'none'}), so no gate applies`;
}

function describeSimulatorDifference(base: RunState, head: RunState): string | undefined {
  const [oldSimulator, newSimulator] = [getSimulatorOfRun(base), getSimulatorOfRun(head)];
  if (oldSimulator === newSimulator || oldSimulator === undefined || newSimulator === undefined) return undefined;
  return `the runs have different simulated users (${describeSimulator(oldSimulator)}; ${describeSimulator(newSimulator)}), so no gate applies`;
}

/** Returns who played the users of a run; undefined if the report does not contain the run's options. */
function getSimulatorOfRun({ suites, options }: RunState): string | null | undefined {
  return options === undefined ? undefined : toSeries({ suites, options }).simulator;
}

function getConnectorOfRun({ suites, options }: RunState): string | null {
  return options === undefined ? null : toSeries({ suites, options }).connector;
}

function isReportReference(reference: string): boolean {
  return /\.jsonl?$/i.test(reference);
}
