import type { VerbExtension } from '../../run/verb-extension.ts';
import { addImportCommand } from './import-command.ts';

/** Conversations and cases of other tools. */
export const imports: VerbExtension = { commands: [{ place: 'in and out', add: addImportCommand }] };
