import { type Command, Option } from 'commander';
import type { ServingTerminal } from './serve/serve-dashboard.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The program to which a command is added, its terminal, and `exit` for an exit code other than 0. */
export type CliHost = { program: Command; terminal: ServingTerminal; exit(code: number): void };

export const appFlag = [
  '-a, --app <dir>',
  'the workspace (default: the one that contains the current folder)',
] as const;
export const historyFlag = ['--db <file>', 'the history file (default: .runner/history.db in the workspace)'] as const;

/** The `--format` option; the first format is the default. */
export function parseFormatFlag(description: string, formats: readonly string[]): Option {
  return new Option('--format <format>', description).choices(formats).default(formats[0]);
}

export function printJson(value: unknown, { stdout }: Terminal): void {
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

const ageUnits = { h: 1, d: 24, w: 24 * 7 } as const;

/** Converts an age such as `90d` to milliseconds. */
export function parseAge(text: string): number {
  const [, count = '', timeUnit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const hours = timeUnit === 'h' || timeUnit === 'd' || timeUnit === 'w' ? Number(count) * ageUnits[timeUnit] : 0;
  if (hours > 0) return hours * 3_600_000;
  throw new UsageError(`--older-than takes an age such as 90d, 12w or 36h, got "${text}"`);
}

export function parsePort(text: string, flag = '--port'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`${flag} takes a number from 0 (any free port) to 65535, got "${text}"`);
}
