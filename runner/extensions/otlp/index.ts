import type { CliExtension } from '../../run/verb-extension.ts';
import { addExportCommand } from './export-command.ts';

/** Runs as traces, for collectors of OpenTelemetry. */
export const otlp: CliExtension = { commands: [{ place: 'in and out', add: addExportCommand }] };
