import { database } from '../db/index.ts';
import { AppError } from '../errors.ts';
import { readEvents } from '../history/index.ts';
import { startRun } from './start-run.ts';
import { requestAgain, type StartRunAnswer } from './start-run-request.ts';

/** Starts a run as another one was started. */
export function runAgain(runId: string): Promise<StartRunAnswer> {
  const [first] = readEvents(database(), runId, { afterSeq: 0, limit: 1 });
  if (first?.type !== 'run.started') throw new AppError('not_found', `There is no run ${runId} in this history.`);
  const { suites, options } = first;
  return startRun(
    requestAgain(
      options,
      suites.map(({ key }) => key),
      options.cases,
    ),
  );
}
