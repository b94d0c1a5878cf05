import type { AgentEntry } from '../contract/index.ts';

/** Only models and rules certainly change nothing; what a server or a program does is unknown. */
export function unknownTools({ type }: Pick<AgentEntry, 'type'>): string {
  return `is of type ${type}: asking it may have side effects`;
}
