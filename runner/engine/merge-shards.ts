import type { AnnouncedCase, RunEvent, RunEventBody, Suite } from '../contract/index.ts';
import type { RunEvaluator, RunState } from '../fold/index.ts';
import { mergeAnswerPaths } from '../ports/index.ts';
import { createEventLog } from './event-log.ts';
import { MAX_CASES_PER_ANNOUNCEMENT } from './execute-run.ts';
import { finishRun } from './finish-run.ts';

/** One of the shards of a plan: its run, and the events of its log in order. */
export type ShardLog = { run: RunState; announced: readonly AnnouncedCase[]; events: () => Iterable<RunEvent> };

type MergeOptions = { runId: string; judge: RunEvaluator; onEvent: (event: RunEvent) => void };

/**
 * Merges the shards of a plan to one run with an overall outcome. Cases are in the order of the plan, events in
 * chronological order by the times that the shards recorded. Throws whatever `onEvent` throws.
 */
export function mergeShards(shards: readonly ShardLog[], { runId, judge, onEvent }: MergeOptions): RunState {
  const [firstShard] = shards;
  if (firstShard?.run.options === undefined || firstShard.run.environment === undefined)
    throw new Error('nothing to merge');
  const { environment, toolVersion = '', gitCommit } = firstShard.run;
  const { shard: _, ...options } = firstShard.run.options;
  let currentTime = Math.min(...shards.map(({ run }) => run.startedAt ?? Number.POSITIVE_INFINITY));
  let observerFailure: { error: unknown } | undefined;
  const log = createEventLog({
    runId,
    clock: { now: () => currentTime },
    observers: [{ name: 'history', onEvent }],
    onObserverError: (_name, error) => {
      observerFailure ??= { error };
    },
  });
  const append = (body: RunEventBody): void => {
    log.append(body);
    if (observerFailure !== undefined) throw observerFailure.error;
  };
  const cases = mergeCases(shards);
  append({
    type: 'run.started',
    suites: mergeSuites(shards, cases),
    total: cases.length,
    cases: cases.slice(0, MAX_CASES_PER_ANNOUNCEMENT),
    options,
    environment,
    toolVersion,
    gitCommit,
  });
  for (let begin = MAX_CASES_PER_ANNOUNCEMENT; begin < cases.length; begin += MAX_CASES_PER_ANNOUNCEMENT) {
    append({ type: 'cases.announced', cases: cases.slice(begin, begin + MAX_CASES_PER_ANNOUNCEMENT) });
  }
  let setupError: string | undefined;
  for (const event of mergeByTime(shards.map(({ events }) => events()))) {
    if (event.type === 'run.started' || event.type === 'cases.announced') continue;
    const { v: _v, runId: _runId, seq: _seq, at: eventTime, ...body } = event;
    currentTime = eventTime;
    if (body.type === 'run.finished') continue;
    if (body.type === 'hook.finished' && body.scope === 'run' && body.phase === 'before') setupError ??= body.error;
    append(body);
  }
  const answerPaths = mergeAnswerPaths(shards.flatMap(({ run }) => run.answerPaths ?? []));
  const conclusionInput = { cancelled: undefined, setupError, answerPaths };
  finishRun(log, { total: cases.length, judge, conclusionInput, now: currentTime });
  if (observerFailure !== undefined) throw observerFailure.error;
  return log.state();
}

function mergeCases(shards: readonly ShardLog[]): AnnouncedCase[] {
  return shards
    .flatMap(({ announced }) => announced)
    .sort((left, right) => (left.position ?? 0) - (right.position ?? 0))
    .map(({ position: _, ...announced }) => announced);
}

/**
 * Returns the suites in the order of the plan. It follows from the cases: every suite has some, and they are adjacent.
 */
function mergeSuites(shards: readonly ShardLog[], cases: readonly AnnouncedCase[]): Suite[] {
  const suitesByKey = new Map(shards.flatMap(({ run }) => run.suites.map((suite) => [suite.key, suite])));
  return [...new Set(cases.map(({ suiteKey }) => suiteKey))].flatMap((key) => suitesByKey.get(key) ?? []);
}

/** Merges the logs by timestamp. Each log is in chronological order, but the clocks of the machines may differ. */
function* mergeByTime(logs: readonly Iterable<RunEvent>[]): Generator<RunEvent> {
  const heads = logs.flatMap((log) => takeNextEvent(log[Symbol.iterator]()));
  while (heads.length > 0) {
    const earliestHead = heads.reduce((earliest, head) => (head.event.at < earliest.event.at ? head : earliest));
    yield earliestHead.event;
    const [nextHead] = takeNextEvent(earliestHead.laterEvents);
    if (nextHead === undefined) heads.splice(heads.indexOf(earliestHead), 1);
    else earliestHead.event = nextHead.event;
  }
}

type ShardLogHead = { event: RunEvent; laterEvents: Iterator<RunEvent> };

function takeNextEvent(laterEvents: Iterator<RunEvent>): ShardLogHead[] {
  const { done, value } = laterEvents.next();
  return done === true ? [] : [{ event: value, laterEvents }];
}
