import { importExtension } from '../import/index.ts';
import { otlpExtension } from '../otlp/index.ts';
import { queueExtension } from '../queue/index.ts';

/**
 * The extensions that add commands (such as import and export) to the command line, in the order of the help. Each
 * extension loads its code only when it is needed.
 */
export const cliExtensions = [queueExtension, importExtension, otlpExtension];
