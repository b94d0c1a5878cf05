import { computeTotalCost, type RunConclusionInput, type RunEvaluator, type RunState } from '../fold/index.ts';
import type { EventLog } from './event-log.ts';
import { MAX_COST_SKIP_REASON } from './execute-attempts.ts';

type FinishOptions = {
  total: number;
  judge: RunEvaluator;
  conclusionInput: Omit<RunConclusionInput, 'overspent'>;
  /** Describes the checks that accept every answer of their suite. */
  indistinct?: string | undefined;
  now: number;
};

/** Determines the outcome of a run after its last case, and ends its log. */
export function finishRun(log: EventLog, { total, judge, conclusionInput, indistinct, now }: FinishOptions): void {
  const state = log.state();
  const { answerPaths = [] } = conclusionInput;
  const { counts, usage, begunTwice, options, startedAt = 0 } = state;
  const conclusion = judge.conclude(state, { ...conclusionInput, overspent: findSpendingOverLimit(state) });
  const { outcome, exitCode, reason, missed, passRate, change } = conclusion;
  log.append({
    type: 'run.finished',
    outcome,
    exitCode,
    reason,
    ...(missed === undefined ? {} : { missed: [...missed] }),
    summary: {
      total,
      attempts: options?.attempts ?? 1,
      counts,
      passRate,
      durationMs: now - startedAt,
      usage,
      ...(begunTwice === undefined ? {} : { begunTwice }),
      ...(answerPaths.length === 0 ? {} : { answerPaths: [...answerPaths] }),
      ...(indistinct === undefined ? {} : { indistinct }),
      change,
    },
  });
}

/** Describes how much the run has cost, if attempts were skipped because of the cost limit. */
function findSpendingOverLimit({ options, usage, rows }: RunState): RunConclusionInput['overspent'] {
  if (options?.maxCost === undefined) return undefined;
  const skippedCount = rows
    .flatMap(({ attempts }) => attempts)
    .filter(({ reason }) => reason === MAX_COST_SKIP_REASON).length;
  if (skippedCount === 0) return undefined;
  return {
    maxCost: options.maxCost,
    spent: computeTotalCost(usage) ?? 0,
    currency: options.currency,
    leftOut: skippedCount,
  };
}
