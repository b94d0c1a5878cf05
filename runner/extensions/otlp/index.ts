import type { VerbExtension } from '../../run/verb-extension.ts';
import { addExportCommand } from './export-command.ts';

/** Runs as traces, for collectors of OpenTelemetry. */
export const otlp: VerbExtension = { commands: [{ place: 'in and out', add: addExportCommand }] };
