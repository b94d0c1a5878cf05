import type { CaseResult, PlannedCase, Rollout } from '../../contract/index.ts';
import {
  type BisectionProgress,
  type FinishedRollout,
  failedOutsideAgent,
  nextRollout,
  toFinishedRollout,
} from '../../experiments/bisect/index.ts';
import type { AttemptChooser, ChosenAttempt } from '../../ports/index.ts';

export type RolloutChooser = AttemptChooser & {
  /** All rollouts so far, with those from earlier runs. */
  played(): readonly FinishedRollout[];
  /** Why no more are played, apart from the end of the bisection. */
  problem(): string | undefined;
};

type ChooserOptions = Pick<BisectionProgress, 'turns' | 'hasDrawnUser'> & {
  earlier: readonly FinishedRollout[];
  budget: number;
  plan(rollout: Rollout): PlannedCase;
  /** Called after every result. */
  onProgress(played: readonly FinishedRollout[]): void;
};

/** After this many failures outside the agent in a row, more rollouts would only cost money. */
const MOST_OUTSIDE = 3;

/** Chooses the rollouts of a bisection. A lane waits while the next rollout depends on results of those that run. */
export function createRolloutChooser(options: ChooserOptions): RolloutChooser {
  const { turns, hasDrawnUser, earlier, budget, plan, onProgress } = options;
  const played = [...earlier];
  const running = new Map<number, Rollout>();
  let waiting: (() => void)[] = [];
  let begun = 0;
  let outside = 0;
  let problem: string | undefined;

  async function chooseNextRollout(): Promise<ChosenAttempt | undefined> {
    for (;;) {
      if (problem !== undefined) return undefined;
      const remaining = budget - begun;
      const step = nextRollout({ turns, hasDrawnUser, played, running: [...running.values()], remaining });
      if (step.type === 'done') return undefined;
      if (step.type === 'rollout') {
        begun += 1;
        running.set(begun, step.rollout);
        return { planned: plan(step.rollout), attempt: begun };
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function judgeFailure(result: CaseResult): void {
    outside = failedOutsideAgent(result) ? outside + 1 : 0;
    if (result.endReason === 'input_error') problem = result.error ?? 'the input cannot be restored';
    else if (outside >= MOST_OUTSIDE)
      problem = `${outside} rollouts in a row failed outside the agent: ${result.error ?? result.status}`;
  }

  return {
    next: chooseNextRollout,
    onResult({ attempt }, result) {
      const rollout = running.get(attempt);
      running.delete(attempt);
      if (result !== undefined) {
        judgeFailure(result);
        const one = problem === undefined ? toFinishedRollout(result, rollout) : undefined;
        if (one !== undefined) played.push(one);
      }
      onProgress(played);
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    },
    played: () => played,
    problem: () => problem,
  };
}
