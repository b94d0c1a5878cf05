import type { AgentEntry } from '../contract/index.ts';

/** Models and rules alone change nothing; what a server or a program does nobody here knows. */
export function unknownTools({ type }: Pick<AgentEntry, 'type'>): string {
  return `is of type ${type}: what it does when it is asked is not known here`;
}
