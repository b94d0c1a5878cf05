import type { CliExtension } from '../../run/cli-extension.ts';
import { addImportCommand } from './import-command.ts';

/** Imports conversations and cases of other tools, and conversations of agents while they run. */
export const importExtension: CliExtension = {
  commands: [{ place: 'in and out', add: addImportCommand }],
  loadReceiver: async () => (await import('./live/start-receiver.ts')).startReceiver,
};
