import { QUEUE_KEY } from '../values/index.ts';
import type { Terminal } from './terminal.ts';

/**
 * Takes the key of queues out of the variables, also of those of the process: code of a workspace gets the variables, and
 * must not sign as a run does.
 */
export function withoutQueueKey<SomeTerminal extends Terminal>(terminal: SomeTerminal): SomeTerminal & Terminal {
  const { variables } = terminal;
  const key = variables[QUEUE_KEY];
  if (key === undefined) return terminal;
  delete variables[QUEUE_KEY];
  return key === '' ? terminal : { ...terminal, queueKey: key };
}
