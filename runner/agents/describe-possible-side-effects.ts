import type { AgentEntry } from '../contract/index.ts';

/**
 * Explains why calling an agent of this type may have side effects. Only models and scripted rules certainly have none.
 */
export function describePossibleSideEffects({ type }: Pick<AgentEntry, 'type'>): string {
  return `is of type ${type}: calling it may have side effects`;
}
