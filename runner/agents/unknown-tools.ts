import type { AgentEntry } from '../contract/index.ts';

/**
 * Only models and rules certainly change nothing. It is unknown what a server or a program does, so calling it may
 * have side effects.
 */
export function possibleSideEffects({ type }: Pick<AgentEntry, 'type'>): string {
  return `is of type ${type}: asking it may have side effects`;
}
