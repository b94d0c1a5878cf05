import type { AnnouncedCase, RunEvent, RunEventBody, Suite } from '../contract/index.ts';
import type { RunEvaluator, RunState } from '../fold/index.ts';
import { mergeAnswerPaths } from '../ports/index.ts';
import { createEventLog } from './event-log.ts';
import { ANNOUNCED_AT_ONCE } from './execute-run.ts';
import { finishRun } from './finish-run.ts';

/** One of the shards that a plan was split into: its run, with the events of its log in order. */
export type ShardLog = { run: RunState; announced: readonly AnnouncedCase[]; events: () => Iterable<RunEvent> };

type MergeOptions = { runId: string; judge: RunEvaluator; onEvent: (event: RunEvent) => void };

/**
 * Merges the shards of a plan into one run: cases in plan order, events in time order, and the verdict on the whole.
 * Times are those of the shards. Throws what `onEvent` throws.
 */
export function mergeShards(parts: readonly ShardLog[], { runId, judge, onEvent }: MergeOptions): RunState {
  const [first] = parts;
  if (first?.run.options === undefined || first.run.environment === undefined) throw new Error('nothing to merge');
  const { environment, toolVersion = '', gitCommit } = first.run;
  const { shard: _, ...options } = first.run.options;
  let at = Math.min(...parts.map(({ run }) => run.startedAt ?? Number.POSITIVE_INFINITY));
  let broken: { error: unknown } | undefined;
  const log = createEventLog({
    runId,
    clock: { now: () => at },
    observers: [{ name: 'history', onEvent }],
    onObserverError: (_name, error) => {
      broken ??= { error };
    },
  });
  const append = (body: RunEventBody): void => {
    log.append(body);
    if (broken !== undefined) throw broken.error;
  };
  const cases = mergeCases(parts);
  append({
    type: 'run.started',
    suites: mergeSuites(parts, cases),
    total: cases.length,
    cases: cases.slice(0, ANNOUNCED_AT_ONCE),
    options,
    environment,
    toolVersion,
    gitCommit,
  });
  for (let next = ANNOUNCED_AT_ONCE; next < cases.length; next += ANNOUNCED_AT_ONCE) {
    append({ type: 'cases.announced', cases: cases.slice(next, next + ANNOUNCED_AT_ONCE) });
  }
  let setupError: string | undefined;
  for (const event of mergeByTime(parts.map(({ events }) => events()))) {
    if (event.type === 'run.started' || event.type === 'cases.announced') continue;
    const { v: _v, runId: _runId, seq: _seq, at: when, ...body } = event;
    at = when;
    if (body.type === 'run.finished') continue;
    if (body.type === 'hook.finished' && body.scope === 'run' && body.phase === 'before') setupError ??= body.error;
    append(body);
  }
  const answerPaths = mergeAnswerPaths(parts.flatMap(({ run }) => run.answerPaths ?? []));
  const ending = { cancelled: undefined, setupError, answerPaths };
  finishRun(log, { total: cases.length, judge, ending, now: at });
  if (broken !== undefined) throw broken.error;
  return log.state();
}

function mergeCases(parts: readonly ShardLog[]): AnnouncedCase[] {
  return parts
    .flatMap(({ announced }) => announced)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .map(({ position: _, ...announced }) => announced);
}

/**
 * Every suite of a plan has a case, and the cases of a suite are adjacent, so the cases give the order of the suites.
 */
function mergeSuites(parts: readonly ShardLog[], cases: readonly AnnouncedCase[]): Suite[] {
  const suitesByKey = new Map(parts.flatMap(({ run }) => run.suites.map((suite) => [suite.key, suite])));
  return [...new Set(cases.map(({ suiteKey }) => suiteKey))].flatMap((key) => suitesByKey.get(key) ?? []);
}

/** Each log is ordered by time; logs of several machines are merged by timestamp, even if their clocks differ. */
function* mergeByTime(logs: readonly Iterable<RunEvent>[]): Generator<RunEvent> {
  const heads = logs.flatMap((log) => takeNextEvent(log[Symbol.iterator]()));
  while (heads.length > 0) {
    const soonest = heads.reduce((best, head) => (head.event.at < best.event.at ? head : best));
    yield soonest.event;
    const [next] = takeNextEvent(soonest.rest);
    if (next === undefined) heads.splice(heads.indexOf(soonest), 1);
    else soonest.event = next.event;
  }
}

type ShardLogHead = { event: RunEvent; rest: Iterator<RunEvent> };

function takeNextEvent(rest: Iterator<RunEvent>): ShardLogHead[] {
  const { done, value } = rest.next();
  return done === true ? [] : [{ event: value, rest }];
}
