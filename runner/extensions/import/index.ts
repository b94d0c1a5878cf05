import type { CliExtension } from '../../run/cli-extension.ts';
import { addImportCommand } from './import-command.ts';

/** Conversations and cases of other tools, and conversations of agents that are running. */
export const importExtension: CliExtension = {
  commands: [{ place: 'in and out', add: addImportCommand }],
  loadReceiver: async () => (await import('./live/start-receiver.ts')).startReceiver,
};
