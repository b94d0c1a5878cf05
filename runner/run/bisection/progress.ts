import { type FinishedRollout, summarizeBisection } from '../../experiments/bisect/index.ts';
import { computeTotalCost } from '../../fold/index.ts';
import { formatCost, formatCountWithNoun } from '../../values/index.ts';
import type { PreparedRun } from '../prepare.ts';
import type { Terminal } from '../terminal.ts';
import type { BisectTarget } from './bisect-target.ts';

type BisectPlanToDescribe = { target: BisectTarget; budget: number; earlier: number; prepared: PreparedRun };

/** Returns the lines of the plan, which are printed before anything runs. */
function formatPlanLines({ target, budget, earlier, prepared }: BisectPlanToDescribe): string[] {
  const { run, row, state } = target;
  const { plan, config } = prepared;
  const agentId = plan.cases.at(0)?.agentId ?? '';
  const cost = estimateCost(target, budget);
  const costWords =
    cost === undefined ? 'its cost is unknown' : `estimated cost: at most ${formatCost(cost, config.currency)}`;
  const earlierText =
    earlier === 0
      ? ''
      : ` ${formatCountWithNoun(earlier, 'earlier rollout')} ${earlier === 1 ? 'is' : 'are'} used again.`;
  return [
    `Case ${row.id}, attempt ${state.attempt} of run ${run.runId}: ${state.status} after ${formatCountWithNoun(state.turns.length, 'turn')}.`,
    `Plan: at most ${formatCountWithNoun(budget, 'rollout')} on agent ${agentId}, ${plan.options.parallel} in parallel; ${costWords}.${earlierText}`,
  ];
}

/** Estimates the maximum cost: the cost if every rollout repeated the whole conversation. */
function estimateCost({ state }: BisectTarget, budget: number): number | undefined {
  const cost = computeTotalCost(state.result?.usage ?? {});
  return cost === undefined ? undefined : cost * budget;
}

type ProgressOptions = { budget: number; turns: number; terminal: Terminal };

/**
 * Prints the plan. Then shows the progress in one line of a terminal or, if the output is not a terminal, after every
 * tenth rollout.
 */
export function createProgressPrinter({ budget, turns, terminal: { stderr } }: ProgressOptions) {
  const isLive = stderr.isTTY === true;
  let finishedCount = 0;
  return {
    showPlan(plan: BisectPlanToDescribe): void {
      for (const line of formatPlanLines(plan)) stderr.write(`${line}\n`);
    },
    showRollouts(rollouts: readonly FinishedRollout[]): void {
      finishedCount += 1;
      if (!isLive && finishedCount % 10 !== 0) return;
      const line = `${finishedCount} of ${budget} rollouts. ${summarizeBisection(rollouts, turns)}`;
      stderr.write(isLive ? `\r\u001B[2K${line}` : `${line}\n`);
    },
    end(): void {
      if (isLive && finishedCount > 0) stderr.write('\r\u001B[2K');
    },
  };
}
