import {
  type CaseRow,
  isExcluded,
  isFailing,
  listCasesNotRun,
  type RunState,
  statusOfCase,
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

/** Starts a run with the options of an earlier one, with all or some of its cases. */
export function runAgain(runId: string, what: RerunSelection): Promise<StartRunAnswer> {
  const state = requireRunState(runId);
  const { suites, cases } = selectCases(state, what);
  if (suites.length === 0) throw new AppError('invalid_request', 'This run has no cases to run again.');
  return startRun({
    ...createRepeatRunRequest(state.options, suites, cases),
    simulator: findSimulatorForSuites(state, suites),
    // The cassette contains no answers of another model, so a run on another connector does not use it.
    ...(what.connector === undefined ? {} : { connector: what.connector, cassette: undefined }),
    // Repeated attempts are meant to differ, so they do not replay the cassette either.
    ...(what.attempts === undefined ? {} : { attempts: what.attempts, autoRuns: undefined, cassette: undefined }),
  });
}

/** Forks a conversation at a turn, with the agent and options of its run but without a cassette. */
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
 * Returns the simulator for the selected suites. It is left out if they do not use it, because the run would be refused
 * with it.
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
  // If the original run had only selected cases, the new run has only these cases, too.
  if (suite === undefined || options?.cases === undefined) return { suites: ofSuite, cases: options?.cases };
  return { suites: ofSuite, cases: matchingRows.map(({ id }) => id) };
}

function didNotPass(row: CaseRow): boolean {
  return !isExcluded(row) && isFailing(statusOfCase(row.attempts));
}

function removeDuplicates(values: readonly string[]): string[] {
  return [...new Set(values)];
}
