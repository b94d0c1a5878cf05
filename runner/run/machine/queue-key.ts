import { QUEUE_KEY } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Removes the queue key from the variables and from the environment of this process. Code of a workspace can read both,
 * and must not be able to sign messages in the name of a run.
 */
export function hideQueueKeyInOutput<SomeTerminal extends Terminal>(terminal: SomeTerminal): SomeTerminal & Terminal {
  const { variables } = terminal;
  const key = variables[QUEUE_KEY];
  if (key === undefined) return terminal;
  delete variables[QUEUE_KEY];
  return key === '' ? terminal : { ...terminal, queueKey: key };
}
