import * as z from 'zod';
import {
  type CaseResult,
  caseKinds,
  defaultEnvironment,
  EVENT_VERSION,
  type RunEvent,
  type RunOptions,
  runOptionsSchema,
  runOutcomes,
  type Suite,
} from '../../contract/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import { tryParseJson, withoutUndefined } from '../../values/index.ts';
import { computePassRate } from '../../verdict/index.ts';
import { type StoredRow, selectRows } from '../db/select.ts';
import { findLastSeq, type SqliteConnection } from './stored-rows.ts';

type UnreadableRow = { runId: string; seq: number; at: number; type: string; attempt: AttemptId | undefined };

/**
 * Returns a replacement for an unreadable event. The start and end of a run and attempt results are rebuilt from other
 * tables; such a result is an error, whatever the attempt's real status was.
 */
export function replaceUnreadableEvent({ sqlite }: SqliteConnection, row: UnreadableRow, problem: string): RunEvent {
  const { runId, seq, at, type } = row;
  const envelope = { v: EVENT_VERSION, runId, seq, at } as const;
  const attempt = selectRows(sqlite, 'attempts', attemptFields, 'WHERE run_id = ? AND last_seq = ?').get(runId, seq);
  if (attempt !== undefined) return { ...envelope, ...buildCaseFinishedEvent(attempt, problem) };
  if (type === 'case.finished' && row.attempt !== undefined) {
    const { suiteKey, caseId: id, attempt: number } = row.attempt;
    const result = buildUnreadableResult(
      { kind: 'standard', id, attempt: number, startedAt: at, durationMs: 0 },
      problem,
    );
    return { ...envelope, type, suiteKey, caseId: id, attempt: number, result };
  }
  const run = selectRows(sqlite, 'runs', runFields, 'WHERE id = ?').get(runId);
  if (run !== undefined && seq === 1) return { ...envelope, at: run.startedAt, ...buildRunStartedEvent(run, problem) };
  // The last event of a finished run is its end, even if it is damaged.
  const isEnd = type === 'run.finished' || seq === findLastSeq({ sqlite }, runId);
  if (run !== undefined && isEnd && run.finishedAt !== null) {
    return { ...envelope, at: run.finishedAt, ...buildRunFinishedEvent(run, problem) };
  }
  return {
    ...envelope,
    type: 'event.unreadable',
    why: problem,
    ...withoutUndefined({ of: type === '' ? undefined : type, ...row.attempt }),
  };
}

const attemptFields = [
  ...(['suiteKey', 'caseId', 'caseHash', 'attempt', 'kind', 'startedAt', 'durationMs', 'setAside'] as const),
];
type AttemptRecord = Pick<StoredRow<'attempts'>, (typeof attemptFields)[number]>;

type EventBody<Type extends RunEvent['type']> = Omit<Extract<RunEvent, { type: Type }>, 'v' | 'runId' | 'seq' | 'at'>;

function buildCaseFinishedEvent(record: AttemptRecord, problem: string): EventBody<'case.finished'> {
  const { suiteKey, caseId, caseHash: hash, attempt } = record;
  const base = {
    id: caseId,
    attempt,
    kind: caseKinds.find((kind) => kind === record.kind) ?? 'standard',
    hash: hash === '' ? undefined : hash,
    setAside: record.setAside ?? undefined,
    startedAt: record.startedAt,
    durationMs: record.durationMs,
  };
  return { type: 'case.finished', suiteKey, caseId, attempt, result: buildUnreadableResult(base, problem) };
}

type KnownResultFields = Pick<CaseResult, 'id' | 'kind' | 'attempt' | 'startedAt' | 'durationMs' | 'hash' | 'setAside'>;

/** The replacement result sets neither `fault` nor `setAside`, so the attempt counts in every rate, as not passed. */
function buildUnreadableResult(base: KnownResultFields, problem: string): CaseResult {
  return {
    ...withoutUndefined(base),
    status: 'error',
    error: `the result cannot be read from the history: ${problem}`,
    unreadable: problem,
    assertions: [],
    toolCalls: [],
  };
}

const runFields = [
  ...(['suiteKey', 'agentId', 'connector', 'status', 'startedAt', 'finishedAt', 'exitCode', 'reason'] as const),
  ...(['total', 'attempts', 'passed', 'failed', 'errors', 'timeouts', 'skipped', 'setAside'] as const),
  ...(['gitCommit', 'options', 'toolVersion', 'suites'] as const),
];
type RunRecord = Pick<StoredRow<'runs'>, (typeof runFields)[number]>;

/** The replacement for the start of a run has an empty case list; the cases appear with their results. */
function buildRunStartedEvent(run: RunRecord, unreadable: string): EventBody<'run.started'> {
  return {
    type: 'run.started',
    suites: parseStoredSuites(run),
    total: run.total,
    cases: [],
    options: parseStoredOptions(run),
    environment: defaultEnvironment,
    toolVersion: run.toolVersion,
    ...withoutUndefined({ gitCommit: run.gitCommit ?? undefined }),
    unreadable,
  };
}

const suitesSchema = z.array(z.object({ key: z.string(), agentId: z.string(), connector: z.string().nullable() }));

function parseStoredSuites({ suites, suiteKey: key, agentId, connector }: RunRecord): Suite[] {
  const several = suitesSchema.safeParse(tryParseJson(suites ?? ''));
  const entries = several.success ? several.data : [{ key, agentId, connector }];
  return entries.map((suite) => withoutUndefined({ ...suite, connector: suite.connector ?? undefined }));
}

function parseStoredOptions({ options, suiteKey: input, attempts }: RunRecord): RunOptions {
  const parsed = runOptionsSchema.safeParse(tryParseJson(options));
  return parsed.success ? parsed.data : { input, attempts, parallel: 1, failFast: false, timeoutMs: 1 };
}

function buildRunFinishedEvent(run: RunRecord, unreadable: string): EventBody<'run.finished'> {
  const { passed, failed, errors: error, timeouts: timeout, skipped, setAside } = run;
  const counts = { passed, failed, error, timeout, skipped, ...(setAside === 0 ? {} : { setAside }) };
  const durationMs = (run.finishedAt ?? run.startedAt) - run.startedAt;
  return {
    type: 'run.finished',
    outcome: runOutcomes.find((outcome) => outcome === run.status) ?? 'interrupted',
    summary: {
      total: run.total,
      attempts: run.attempts,
      counts,
      passRate: computePassRate(counts),
      durationMs,
      usage: {},
    },
    exitCode: run.exitCode ?? 1,
    reason: run.reason ?? '',
    unreadable,
  };
}
