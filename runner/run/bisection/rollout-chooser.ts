import type { CaseResult, PlannedCase, Rollout } from '../../contract/index.ts';
import {
  type BisectionProgress,
  decideNextRollout,
  type FinishedRollout,
  failedOutsideAgent,
  toFinishedRollout,
} from '../../experiments/bisect/index.ts';
import type { AttemptChooser, AttemptToRun } from '../../ports/index.ts';

export type RolloutChooser = AttemptChooser & {
  /** Returns all rollouts so far, including those of earlier runs. */
  played(): readonly FinishedRollout[];
  /** The reason why the bisection ended early without a result, if it did. */
  problem(): string | undefined;
};

type RolloutChooserOptions = Pick<BisectionProgress, 'turns' | 'hasDrawnUser'> & {
  earlier: readonly FinishedRollout[];
  budget: number;
  plan(rollout: Rollout): PlannedCase;
  /** Called with all rollouts after every result. */
  onProgress(finishedRollouts: readonly FinishedRollout[]): void;
};

/**
 * After this many consecutive failures outside the agent, the bisection stops, because further rollouts would probably
 * fail, too.
 */
const MAX_OUTSIDE_FAILURES = 3;

/** Chooses the rollouts of a bisection. May wait, if the choice depends on the results of rollouts in progress. */
export function createRolloutChooser(options: RolloutChooserOptions): RolloutChooser {
  const { turns, hasDrawnUser, earlier, budget, plan, onProgress } = options;
  const finishedRollouts = [...earlier];
  const running = new Map<number, Rollout>();
  let waiters: (() => void)[] = [];
  let begunCount = 0;
  let outsideFailures = 0;
  let problem: string | undefined;

  async function chooseOrAwaitNextRollout(): Promise<AttemptToRun | undefined> {
    for (;;) {
      if (problem !== undefined) return undefined;
      const remaining = budget - begunCount;
      const step = decideNextRollout({
        turns,
        hasDrawnUser,
        played: finishedRollouts,
        running: [...running.values()],
        remaining,
      });
      if (step.type === 'done') return undefined;
      if (step.type === 'rollout') {
        begunCount += 1;
        running.set(begunCount, step.rollout);
        return { planned: plan(step.rollout), attempt: begunCount };
      }
      await new Promise<void>((resolve) => waiters.push(resolve));
    }
  }

  function stopAfterOutsideFailures(result: CaseResult): void {
    outsideFailures = failedOutsideAgent(result) ? outsideFailures + 1 : 0;
    if (result.endReason === 'input_error') problem = result.error ?? 'the input cannot be restored';
    else if (outsideFailures >= MAX_OUTSIDE_FAILURES)
      problem = `${outsideFailures} rollouts in a row failed outside the agent: ${result.error ?? result.status}`;
  }

  return {
    next: chooseOrAwaitNextRollout,
    onResult({ attempt }, result) {
      const rollout = running.get(attempt);
      running.delete(attempt);
      if (result !== undefined) {
        stopAfterOutsideFailures(result);
        const finishedRollout = problem === undefined ? toFinishedRollout(result, rollout) : undefined;
        if (finishedRollout !== undefined) finishedRollouts.push(finishedRollout);
      }
      onProgress(finishedRollouts);
      const released = waiters;
      waiters = [];
      for (const release of released) release();
    },
    played: () => finishedRollouts,
    problem: () => problem,
  };
}
