import type { VerbExtension } from '../../run/verb-extension.ts';
import { addWorkCommand } from './work-command.ts';

/** Runs over many machines. */
export const queue: VerbExtension = {
  commands: [{ place: 'behind test', add: addWorkCommand }],
  loadQueue: async () => (await import('./workers/open-queue.ts')).runQueue,
};
