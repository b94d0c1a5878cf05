import { existsSync } from 'node:fs';
import path from 'node:path';
import { type AttemptState, type CaseRow, parseSuiteKey, type RunState } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { getAttemptState } from '../../history/index.ts';
import { isConversation } from '../../kinds/kinds.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import { createUnknownCaseError } from '../show.ts';
import { readStoredRun } from '../stored/stored-history.ts';
import { UsageError } from '../usage-error.ts';

/** The recorded attempt whose turns are examined. */
export type BisectTarget = { run: RunState; row: CaseRow; state: AttemptState };

/**
 * `caseReference` has the form `case` or `case#attempt`. `suite` is needed only if several case files have a case with
 * this id.
 */
export type TargetReference = { run: string; caseReference: string; suite?: string | undefined };

/** Reads the attempt to bisect. Throws if it does not exist, or is not a failed conversation. */
export function readBisectTarget(
  database: Database,
  { run: reference, caseReference, suite }: TargetReference,
): BisectTarget {
  const run = readStoredRun(database, reference);
  const { row, attempt } = findAttemptByReference(
    suite === undefined ? run : filterRunBySuite(run, suite),
    caseReference,
  );
  const { suiteKey, id: caseId } = row;
  const state = getAttemptState(database, run.runId, { suiteKey, caseId, attempt });
  requireFailedConversation(run, row, state);
  return { run, row, state };
}

function filterRunBySuite(run: RunState, suite: string): RunState {
  const rows = run.rows.filter(({ suiteKey }) => suiteKey === suite);
  if (rows.length > 0) return { ...run, rows };
  throw new UsageError(`bisect: the run ${run.runId} has no case file ${suite}`, [
    `It has: ${run.suites.map(({ key }) => key).join(', ')}`,
  ]);
}

/** Finds the attempt for a reference. The whole reference is tried as a case id first, because ids may contain `#`. */
function findAttemptByReference(run: RunState, reference: string): { row: CaseRow; attempt: number } {
  const [, id = '', number] = /^(.*)#(\d{1,6})$/s.exec(reference) ?? [];
  const exactRow = run.rows.find((each) => each.id === reference);
  const row = exactRow ?? run.rows.find((each) => number !== undefined && each.id === id);
  if (row === undefined) throw createUnknownCaseError(number === undefined ? reference : id, run);
  const attemptNumber = exactRow === undefined ? Number(number) : findFirstFailedAttempt(row);
  if (row.attempts.some(({ attempt }) => attempt === attemptNumber)) return { row, attempt: attemptNumber };
  throw new UsageError(
    `case "${row.id}" had ${formatCountWithNoun(row.attempts.length, 'attempt')} in this run, no attempt ${attemptNumber}`,
  );
}

/** If the reference has no attempt number, the first attempt that did not pass is used. */
function findFirstFailedAttempt({ attempts }: CaseRow): number {
  const failed = attempts.find(({ status }) => status === 'failed' || status === 'error' || status === 'timeout');
  return (failed ?? attempts[0])?.attempt ?? 1;
}

function requireFailedConversation(
  { runId, options }: RunState,
  row: CaseRow,
  { attempt, status, turns, result }: AttemptState,
): void {
  const title = `attempt ${attempt} of case ${row.id} in run ${runId}`;
  if (options?.fork !== undefined || options?.bisect !== undefined) {
    throw new UsageError(`bisect: the run ${runId} is itself a ${options.fork === undefined ? 'bisection' : 'fork'}`, [
      `Bisect the original: turntree bisect ${options.fork?.runId ?? options.bisect?.runId ?? ''} ${row.id}`,
    ]);
  }
  if (!isConversation(row)) {
    throw new UsageError(`bisect: case ${row.id} is of kind ${row.kind}, which has no turns to search`, [
      'Only conversations have turns: cases with "turns", "checkpoints", "never" or a simulator.',
    ]);
  }
  if (result === undefined || status === 'queued' || status === 'running') {
    throw new UsageError(`bisect: ${title} is not complete`);
  }
  if (result.unreadable !== undefined) throw new UsageError(`bisect: ${title} cannot be read: ${result.unreadable}`);
  if (status === 'passed') {
    throw new UsageError(`bisect: ${title} passed, so no turn of it went wrong`, [
      `Name an attempt that failed: ${row.id}#2`,
    ]);
  }
  if (turns.every(({ response }) => response === undefined)) {
    throw new UsageError(`bisect: ${title} has no turn that the agent answered, so nothing can be kept`);
  }
}

/**
 * Returns the case file of the run. Throws for imported conversations, because no agent of the workspace can continue
 * them.
 */
export function requireCaseFile({ run, row }: BisectTarget, root: string): string {
  const file = path.join(root, parseSuiteKey(row.suiteKey).file);
  if (existsSync(file)) return file;
  throw new UsageError(`bisect: the case file ${row.suiteKey} of run ${run.runId} is not in the workspace ${root}`, [
    'The conversations were imported, or the file was moved. A bisection needs the case and an agent that answers again.',
  ]);
}
