import {
  type CaseRow,
  computeCaseStatus,
  isExcluded,
  isFailing,
  listCasesNotRun,
  type RunState,
} from '../../runner/fold/index.ts';
import { AppError } from '../../runner/host/errors.ts';
import { requireRunState } from './require-run.ts';
import { startRun } from './start-run.ts';
import {
  createRepeatRunRequest,
  type ForkRequest,
  type RerunSelection,
  type StartRunAnswer,
} from './start-run-request.ts';

/** Starts a run of all or some cases of an earlier run, with the same options. */
export function runAgain(runId: string, what: RerunSelection): Promise<StartRunAnswer> {
  const state = requireRunState(runId);
  const { suites, cases } = selectCases(state, what);
  if (suites.length === 0) throw new AppError('invalid_request', 'This run has no cases to run again.');
  return startRun({
    ...createRepeatRunRequest(state.options, suites, cases),
    simulator: findSimulatorForSuites(state, suites),
    // A run on another connector does not use the cassette, because it contains no answers of that model.
    ...(what.connector === undefined ? {} : { connector: what.connector, cassette: undefined }),
    // Additional attempts do not use the cassette either, because their answers are meant to vary.
    ...(what.attempts === undefined ? {} : { attempts: what.attempts, autoRuns: undefined, cassette: undefined }),
  });
}

/** Forks a conversation at a turn. Uses the agent and options of the original run, but no cassette. */
export function forkRun(runId: string, { suite, case: caseId, runs, ...fork }: ForkRequest): Promise<StartRunAnswer> {
  const state = requireRunState(runId);
  const agentId = state.options?.agent ?? state.suites.find(({ key }) => key === suite)?.agentId;
  return startRun({
    ...createRepeatRunRequest(state.options, [suite], [caseId]),
    agentId,
    simulator: findSimulatorForSuites(state, [suite]),
    attempts: runs,
    parallel: runs,
    autoRuns: undefined,
    cassette: undefined,
    fork: { runId, ...fork },
  });
}

/**
 * Returns the simulator option for the selected suites. It is left out if they do not use it, because the runner would
 * refuse it.
 */
function findSimulatorForSuites({ options, rows }: RunState, suites: readonly string[]): string | undefined {
  const isSimulatorUsed = rows.some(
    (row) => suites.includes(row.suiteKey) && row.simulator?.use === options?.simulator,
  );
  return isSimulatorUsed ? options?.simulator : undefined;
}

type SelectedCases = { suites: string[]; cases: string[] | undefined };

function selectCases(state: RunState, { suite, case: caseId, cases, only }: RerunSelection): SelectedCases {
  const { suites, options, rows } = state;
  const ofSuite = suites.map(({ key }) => key).filter((key) => suite === undefined || key === suite);
  if (caseId !== undefined) return { suites: ofSuite, cases: [caseId] };
  if (cases !== undefined) return { suites: ofSuite, cases };
  const matchingRows = rows.filter((row) => ofSuite.includes(row.suiteKey));
  if (only !== undefined) {
    const chosenRows = only === 'bad' ? matchingRows.filter(didNotPass) : listCasesNotRun(state);
    return {
      suites: removeDuplicates(chosenRows.map(({ suiteKey }) => suiteKey)),
      cases: removeDuplicates(chosenRows.map(({ id }) => id)),
    };
  }
  // If the original run was limited to some cases, the new run is limited to the same ones.
  if (suite === undefined || options?.cases === undefined) return { suites: ofSuite, cases: options?.cases };
  return { suites: ofSuite, cases: matchingRows.map(({ id }) => id) };
}

function didNotPass(row: CaseRow): boolean {
  return !isExcluded(row) && isFailing(computeCaseStatus(row.attempts));
}

function removeDuplicates(values: readonly string[]): string[] {
  return [...new Set(values)];
}
