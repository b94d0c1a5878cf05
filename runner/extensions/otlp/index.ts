import type { CliExtension } from '../../run/cli-extension.ts';
import { addExportCommand } from './export-command.ts';

/** Exports runs as traces to OpenTelemetry collectors. */
export const otlpExtension: CliExtension = { commands: [{ place: 'in and out', add: addExportCommand }] };
