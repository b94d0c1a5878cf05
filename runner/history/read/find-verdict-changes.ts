import { setImmediate } from 'node:timers/promises';
import { createDocumentCheck, type DryRun, dryRunCase } from '../../authoring/index.ts';
import type { CaseStatus } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { type RecordedResult, readRecordedAttempts } from './recorded-attempts.ts';

/** Attempts of a case whose verdicts would change in the same way; `runId` and `attempt` identify the newest one. */
export type ChangedVerdict = {
  caseId: string;
  was: CaseStatus;
  now: DryRun['status'];
  why?: string;
  count: number;
  runId: string;
  attempt: number;
};

export type VerdictChanges = {
  /** Definite changes come first. The last ones are `open`: only a new run can decide them. */
  changes: ChangedVerdict[];
  attempts: number;
  runs: number;
  /** The number of older runs that were not checked, because there are too many attempts. */
  olderRuns: number;
};

const MAX_ATTEMPTS = 5_000;
/** Milliseconds of work after which the function yields to other requests. */
const WORK_SLICE_MS = 30;

/**
 * Returns the verdicts in the stored runs of a suite that would change with a new text of its case file. Calls no
 * models and writes nothing. If there are many attempts, only the newest are checked unless `all` is true.
 */
export async function findVerdictChanges(
  database: Database,
  { suiteKey, text, all = false }: { suiteKey: string; text: string; all?: boolean | undefined },
  signal: AbortSignal,
): Promise<VerdictChanges> {
  const { cases } = createDocumentCheck({ file: suiteKey }).check(text);
  const values = new Map(
    cases.flatMap(({ id, value }): [string, Json][] => (value === undefined ? [] : [[id, value]])),
  );
  const runIds = listRunIds(database, suiteKey);
  const changed = new Map<string, ChangedVerdict>();
  let attempts = 0;
  let runs = 0;
  let servedAt = performance.now();
  for (const runId of runIds) {
    if (attempts >= MAX_ATTEMPTS && !all) break;
    runs += 1;
    for (const recordedAttempt of readRecordedAttempts(database, runId)) {
      const value = recordedAttempt.suiteKey === suiteKey ? values.get(recordedAttempt.caseId) : undefined;
      if (value === undefined || recordedAttempt.result.status === 'skipped') continue;
      attempts += 1;
      const change = { ...(await detectChange(recordedAttempt, value, signal)), runId };
      if (change.now !== change.was) addChange(changed, change);
      if (performance.now() - servedAt < WORK_SLICE_MS) continue;
      await setImmediate();
      signal.throwIfAborted();
      servedAt = performance.now();
    }
  }
  const changes = [...changed.values()].toSorted((left, right) => rankVerdictChange(left) - rankVerdictChange(right));
  return { changes, attempts, runs, olderRuns: runIds.length - runs };
}

async function detectChange(
  { caseId, attempt, result, answer, unreadable }: RecordedResult,
  value: Json,
  signal: AbortSignal,
): Promise<Omit<ChangedVerdict, 'runId'>> {
  const change = { caseId, attempt, was: result.status, count: 1 };
  if (unreadable !== undefined)
    return { ...change, now: 'open', why: `the recording of the attempt cannot be read: ${unreadable}` };
  const dry = await dryRunCase({ value, answer }, signal);
  const reason = explainVerdict(dry);
  return { ...change, now: dry.status, ...(reason !== undefined && { why: reason }) };
}

/** The result of a single answer has no overall reason: its failed checks give the reasons. */
function explainVerdict({ status, why, checks }: DryRun): string | undefined {
  if (why !== undefined || status === 'passed') return why;
  const failedChecks = checks.flatMap(({ result }) =>
    result === undefined || result.status === 'passed' ? [] : [result],
  );
  return failedChecks.map(({ message, type }) => message ?? type).join('; ');
}

function addChange(changed: Map<string, ChangedVerdict>, change: ChangedVerdict): void {
  const key = JSON.stringify([change.caseId, change.was, change.now]);
  const existingChange = changed.get(key);
  if (existingChange === undefined) changed.set(key, change);
  else existingChange.count += 1;
}

/** Returns the rank by which changed verdicts are sorted, so that passes which would be lost come first. */
function rankVerdictChange({ was, now }: ChangedVerdict): number {
  if (now === 'open') return 2;
  return was === 'passed' ? 0 : 1;
}

function listRunIds({ sqlite }: Database, suiteKey: string): string[] {
  return selectRows(
    sqlite,
    'runs',
    'id',
    `WHERE finished_at IS NOT NULL AND deleted_at IS NULL AND ${noForkOrExperimentCondition('runs')}
       AND EXISTS (SELECT 1 FROM attempts a WHERE a.run_id = runs.id AND a.suite_key = ?)
     ORDER BY ordinal DESC`,
  ).all(suiteKey);
}
