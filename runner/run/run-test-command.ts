import type { RunState } from '../fold/index.ts';
import { printDryRun } from './dry-run.ts';
import { chooseStep, loadStep, locateStep, type RunStart } from './steps/prepare-steps.ts';
import {
  checkStep,
  connectWorkersStep,
  executeStep,
  notifyStep,
  openHistoryStep,
  type ReadyRun,
  reportStep,
} from './steps/run-steps.ts';
import { createRunSteps } from './steps/steps.ts';

/** `problems` lists files that could not be written; `complaints` lists other problems that belong to no case. */
export type TestOutcome = { kind: 'dry-run' } | ({ kind: 'finished' } & FinishedRun);

export type FinishedRun = {
  state: RunState;
  /** The absolute path of the workspace. */
  root: string;
  problems: readonly string[];
  complaints: readonly string[];
};

type FinishedRunContext = Pick<ReadyRun, 'prepared'> & Pick<FinishedRun, 'state' | 'problems' | 'complaints'>;

const prepareSteps = createRunSteps<RunStart>().add(locateStep).add(loadStep).add(chooseStep);
const runSteps = createRunSteps<ReadyRun>()
  .add(checkStep)
  .add(connectWorkersStep)
  .add(openHistoryStep)
  .add(executeStep)
  .add(reportStep)
  .add(notifyStep);

/**
 * Runs `turntree test`, without parsing the command line: finds and prepares the run, executes and records it, and
 * writes its reports. Shows progress on the terminal. Throws a `UsageError` for mistakes that the user must correct.
 */
export function runTestCommand(start: RunStart, signal: AbortSignal): Promise<TestOutcome> {
  const finishRun = (readyRun: ReadyRun): TestOutcome | Promise<TestOutcome> => {
    const { located, prepared, outputs, terminal } = readyRun;
    if (!located.options.dryRun) return runSteps.run(readyRun, toTestOutcome, signal);
    printDryRun(prepared, outputs.reports, terminal);
    return { kind: 'dry-run' };
  };
  return prepareSteps.run(start, finishRun, signal);
}

function toTestOutcome({ state, prepared: { root }, problems, complaints }: FinishedRunContext): TestOutcome {
  return { kind: 'finished', state, root, problems, complaints };
}
