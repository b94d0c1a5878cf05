import type { RunState } from '../fold/index.ts';
import {
  assessBaselineSelection,
  collectOlderTrials,
  describeSimulator,
  findBaselineRun,
  toSeries,
} from '../history/index.ts';
import { comparisonJson } from '../reporters/comparison/comparison-json.ts';
import { comparisonMarkdown } from '../reporters/comparison/comparison-markdown.ts';
import { comparisonText } from '../reporters/comparison/comparison-text.ts';
import { compareRuns, findRegression, type RunComparison, rateChange } from '../verdict/index.ts';
import { readReportFile } from './stored/read-report-file.ts';
import { type HistoryLocation, storedRun, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

export type ComparedFormat = 'text' | 'json' | 'md';

const formats: Readonly<Record<ComparedFormat, (comparison: RunComparison) => string>> = {
  text: comparisonText,
  json: comparisonJson,
  md: comparisonMarkdown,
};

/**
 * Compares two runs from the history or from reports. `worse` describes significant regressions. `failing` lists cases
 * that passed before and fail now, possibly by chance. `across` is a note that the runs use different connectors or
 * simulated users, so that no gate can be applied.
 */
export function compareReferences(
  { before, after }: { before: string; after: string },
  { format, ...historyLocation }: HistoryLocation & { format: ComparedFormat },
  terminal: Terminal,
): { text: string; worse: string | undefined; failing: string[]; across: string | undefined } {
  const base = comparedState(before, historyLocation, terminal);
  const head = comparedState(after, historyLocation, terminal);
  const historyData = isReport(before)
    ? {}
    : withStoredHistory(historyLocation, terminal, (database) => ({
        older: collectOlderTrials(database, { base, head }),
        selection: assessBaselineSelection(database, { baseId: base.runId, headId: head.runId }),
      }));
  const comparison = compareRuns({ ...base, ...historyData }, head);
  const failing = comparison.cases.filter(({ regressed }) => regressed).map(({ id }) => id);
  return {
    text: formats[format](comparison),
    worse: findRegression({ failOnRegression: true }, rateChange(comparison)),
    failing,
    across: describeConnectors(base, head, isReport(before) || isReport(after)) ?? describeSimulators(base, head),
  };
}

function comparedState(reference: string, historyLocation: HistoryLocation, terminal: Terminal): RunState {
  if (isReport(reference)) return readReportFile(reference, terminal.cwd).state;
  return withStoredHistory(historyLocation, terminal, (database) => storedRun(database, reference, findBaselineRun));
}

/**
 * An incomplete report does not say which connector its run used, so reports without a connector are compared anyway.
 */
function describeConnectors(base: RunState, head: RunState, isOfReports: boolean): string | undefined {
  const [was, is] = [connectorOfRun(base), connectorOfRun(head)];
  if (was === is || (isOfReports && (was === null || is === null))) return undefined;
  return `the runs use different connectors (${was ?? 'none'}, ${is ?? 'none'}), so no gate applies`;
}

function describeSimulators(base: RunState, head: RunState): string | undefined {
  const [was, is] = [simulatorOfRun(base), simulatorOfRun(head)];
  if (was === is || was === undefined || is === undefined) return undefined;
  return `the runs have different simulated users (${describeSimulator(was)}; ${describeSimulator(is)}), so no gate applies`;
}

/** Returns who played the users of a run; undefined if the report does not contain the options of the run. */
function simulatorOfRun({ suites, options }: RunState): string | null | undefined {
  return options === undefined ? undefined : toSeries({ suites, options }).simulator;
}

function connectorOfRun({ suites, options }: RunState): string | null {
  return options === undefined ? null : toSeries({ suites, options }).connector;
}

function isReport(reference: string): boolean {
  return /\.jsonl?$/i.test(reference);
}
