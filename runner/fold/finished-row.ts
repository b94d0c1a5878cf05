import type { CaseKind, CaseResult, Score, ScoreCell } from '../contract/index.ts';
import { shownText } from '../values/index.ts';
import { isCall, isMeasured, isScored } from './kind-traits.ts';
import type { AttemptRow, PipState } from './run-state.ts';

/** Returns the fields of a list row for an attempt that has ended. */
export function finishedRow(result: CaseResult): Partial<AttemptRow> {
  const row: Partial<AttemptRow> = {
    status: result.status,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    turns: result.turns?.length ?? (result.status !== 'skipped' && isCall(result) ? 1 : 0),
    phase: undefined,
  };
  if (result.error !== undefined) row.error = shownText(result.error).slice(0, 300);
  if (result.reason !== undefined) row.reason = shownText(result.reason);
  if (result.endReason !== undefined) row.endReason = result.endReason;
  if (result.samples !== undefined) row.samples = result.samples.length;
  if (result.metrics !== undefined) row.metrics = result.metrics;
  if (result.scores !== undefined) row.verdicts = result.scores.length;
  if (isScored(result) && result.scores !== undefined) row.cells = result.scores.map(cellOf);
  if (result.score !== undefined) row.score = result.score;
  if (isMeasured(result) && hasFailedCheck(result)) row.checkFailed = true;
  if (result.checkpoints !== undefined) row.pips = pipsOf(result.checkpoints);
  return row;
}

/** Returns the fields of a list row for an attempt with one more score. */
export function scoredRow(
  { verdicts = 0, cells = [] }: Partial<AttemptRow>,
  kind: CaseKind,
  score: Score,
): Partial<AttemptRow> {
  return { verdicts: verdicts + 1, ...(isScored({ kind }) ? { cells: [...cells, cellOf(score)] } : {}) };
}

function hasFailedCheck({ status, assertions }: CaseResult): boolean {
  return status !== 'skipped' && assertions.some((assertion) => assertion.status !== 'passed');
}

function cellOf({ metric, score, passed, range }: Score): ScoreCell {
  return range === undefined ? { metric, score, passed } : { metric, score, passed, range };
}

function pipsOf(checkpoints: NonNullable<CaseResult['checkpoints']>): Record<string, PipState> {
  const pips: Record<string, PipState> = {};
  for (const checkpoint of checkpoints) {
    if (checkpoint.reachedAtTurn !== undefined) {
      pips[checkpoint.id] = { state: 'reached', turn: checkpoint.reachedAtTurn };
      continue;
    }
    const outOfOrder = checkpoint.outOfOrderAtTurns.at(-1);
    if (outOfOrder !== undefined) pips[checkpoint.id] = { state: 'out_of_order', turn: outOfOrder };
  }
  return pips;
}
