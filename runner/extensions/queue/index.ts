import type { CliExtension } from '../../run/cli-extension.ts';
import { addWorkCommand } from './work-command.ts';

/** Distributes runs over several machines through a queue. */
export const queueExtension: CliExtension = {
  commands: [{ place: 'behind test', add: addWorkCommand }],
  loadQueue: async () => (await import('./workers/open-queue.ts')).runQueue,
};
