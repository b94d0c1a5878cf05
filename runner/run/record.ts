import type { RunPlan } from '../contract/index.ts';
import { createObserverNotifier } from '../engine/create-observer-notifier.ts';
import { executeRun } from '../engine/execute-run.ts';
import type { RunState } from '../fold/index.ts';
import { type Database, preventDatabaseClose } from '../history/db/index.ts';
import {
  correctOutdatedRecords,
  createAttemptEventFinder,
  createHistoryWriter,
  importRuns,
  readBaselineSide,
} from '../history/index.ts';
import { runKinds } from '../kinds/kinds.ts';
import type { RunnerPorts, RunObserver } from '../ports/index.ts';
import { toErrorMessage } from '../values/index.ts';
import { createRunEvaluator, type FindBaseline } from '../verdict/index.ts';
import { findChangedAgents } from './history-warnings.ts';
import { createLoadMeter } from './machine/load-meter.ts';
import { startRunClock } from './machine/system-clock.ts';
import type { BaselineChoiceRequest } from './prepare/choose-baseline.ts';
import { createDelayedDisplay } from './report/delayed-display.ts';
import { readLines } from './stored/line-file.ts';
import { createTemporaryHistory } from './stored/temporary-history.ts';

/**
 * A plan, and the history in which it is recorded. `resume` is the run whose complete attempts are reused; `baseline`
 * is the run with which the result is compared.
 */
export type RunRecording = {
  plan: RunPlan;
  ports: Omit<RunnerPorts, 'clock' | 'observers' | 'earlier' | 'onObserverError'>;
  observers: readonly RunObserver[];
  history: { database: Database; resume?: string | undefined; baseline: BaselineChoiceRequest };
};

/**
 * `complaints` lists problems that belong to no case, such as an observer that threw. `rescued` is a temporary history
 * that contains the run, if the original history became unavailable; the caller must close it.
 */
export type RecordedRun = { state: RunState; complaints: string[]; rescued: TemporaryHistory | undefined };

type TemporaryHistory = ReturnType<typeof createTemporaryHistory>;

/**
 * Executes and records a plan. Observers receive only events that the history already contains. Returns when
 * everything that can be written has been written.
 */
export async function recordRun(
  { plan, ports, observers, history }: RunRecording,
  signal: AbortSignal,
): Promise<RecordedRun> {
  const { database, resume, baseline } = history;
  const complaints: string[] = [];
  const addObserverComplaint = (observer: string, error: unknown): void =>
    void complaints.push(`${observer}: ${toErrorMessage(error)}`);
  const notifyObservers = createObserverNotifier({ observers, onObserverError: addObserverComplaint });
  const eventBuffer = createDelayedDisplay((event) => notifyObservers((observer) => observer.onEvent(event)));
  const writer = createHistoryWriter({ file: database.file, onKept: eventBuffer.showUpTo });
  const load = createLoadMeter();
  const state = await executeRun(
    plan,
    {
      ...ports,
      clock: startRunClock(),
      load,
      observers: [writer, eventBuffer.observer],
      earlier: resume === undefined ? undefined : createEarlierAttemptFinder(database, resume, plan),
      kinds: runKinds,
      judge: createRunEvaluator(createBaselineEventReader({ database, wanted: baseline, complaints })),
      onObserverError: addObserverComplaint,
    },
    signal,
  ).finally(() => load.close());
  const rescued = await closeHistoryWriter(writer, database, complaints);
  eventBuffer.showUpTo(Number.POSITIVE_INFINITY);
  return { state, complaints, rescued };
}

type RunHistoryWriter = ReturnType<typeof createHistoryWriter>;

async function closeHistoryWriter(
  writer: RunHistoryWriter,
  database: Database,
  complaints: string[],
): Promise<TemporaryHistory | undefined> {
  try {
    const rescuedRun = await writer.close();
    if (rescuedRun === undefined) return undefined;
    const { why, sideFile, isMoved } = rescuedRun;
    if (isMoved) preventDatabaseClose(database);
    if (sideFile === undefined) {
      complaints.push(`the history is incomplete: ${why}`);
      return undefined;
    }
    complaints.push(`${why}; the run is kept in ${sideFile}: turntree history import ${sideFile}`);
    return await importRescuedRunFile(sideFile);
  } catch (error) {
    complaints.push(`the history is incomplete: ${toErrorMessage(error)}`);
    return undefined;
  }
}

async function importRescuedRunFile(sideFile: string): Promise<TemporaryHistory> {
  const rescued = createTemporaryHistory();
  await importRuns(rescued.database, { file: sideFile, lines: readLines(sideFile) });
  return rescued;
}

function createEarlierAttemptFinder(
  database: Database,
  runId: string,
  plan: RunPlan,
): NonNullable<RunnerPorts['earlier']> {
  const findEvents = createAttemptEventFinder(database, runId);
  const changed = findChangedAgents(plan, database);
  return {
    find({ suiteKey, agentId, case: { id, hash } }, attempt) {
      return changed.has(agentId) ? undefined : findEvents({ suiteKey, caseId: id, caseHash: hash, attempt });
    },
  };
}

type BaselineReaderOptions = { database: Database; wanted: BaselineChoiceRequest; complaints: string[] };

/** Reads the baseline of a run. An unreadable baseline is reported, but does not make the run fail. */
export function createBaselineEventReader({
  database,
  wanted,
  complaints,
}: BaselineReaderOptions): FindBaseline | undefined {
  if (wanted.kind === 'none') return undefined;
  return (run) => {
    try {
      correctOutdatedRecords(database);
      return readBaselineSide(database, run, wanted.kind === 'run' ? wanted.runId : undefined);
    } catch (error) {
      complaints.push(`the baseline could not be read: ${toErrorMessage(error)}`);
      return undefined;
    }
  };
}
