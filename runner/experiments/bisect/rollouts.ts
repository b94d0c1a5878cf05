import type { CaseResult, Rollout, Turn } from '../../contract/index.ts';
import type { RolloutCount } from './posterior.ts';

/** A finished rollout: how many turns it kept, whether the case passed, and all its turns. */
export type FinishedRollout = Rollout & { passed: boolean; turns: readonly Turn[] };

/**
 * Converts a result to a rollout. Undefined if the attempt was stopped or failed outside the agent, because it then
 * says nothing about the agent.
 */
export function toFinishedRollout(result: CaseResult, rollout: Rollout | undefined): FinishedRollout | undefined {
  if (rollout === undefined || result.status === 'skipped' || failedOutsideAgent(result)) return undefined;
  const turns = 'turns' in result ? (result.turns ?? []) : [];
  return { ...rollout, passed: result.status === 'passed', turns };
}

export function failedOutsideAgent({ status, fault }: CaseResult): boolean {
  return status !== 'passed' && fault !== undefined && fault.by !== 'agent' && fault.confidence === 'certain';
}

/**
 * Counts rollouts by the number of kept turns. Leaves out those that played only one turn, or that generated the user
 * message again.
 */
export function countRollouts(rollouts: readonly FinishedRollout[], turns: number): RolloutCount[] {
  const counts = Array.from({ length: turns }, (): RolloutCount => ({ passed: 0, played: 0 }));
  for (const { kept: keptTurns, alone, newMessage, passed } of rollouts) {
    const count = counts[keptTurns];
    if (count === undefined || alone === true || newMessage === true) continue;
    count.played += 1;
    if (passed) count.passed += 1;
  }
  return counts;
}
