import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Dashboard } from './dashboard';

/** The start time of the first run in a history with normalized times, and the time at which its pages are rendered. */
const FIRST_RUN = Date.UTC(2026, 2, 2, 9, 30);
export const SCREENSHOT_TIME = new Date(Date.UTC(2026, 2, 9, 12));
const BETWEEN_RUNS_MS = 86_400_000;
const BETWEEN_EVENTS_MS = 250;

/** Keys of values that depend on the machine or the time: `ms`, `durationMs`, `at`, `startedAt`. */
const TIMED = /(?:^m|M)s$|(?:^a|A)t$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const LONG_AGO = Date.UTC(2000);

/**
 * Exports and re-imports a dashboard's history with normalized times: one run per day, evenly spaced events. Pages then
 * look the same in every test run.
 */
export async function normalizeTimes(dashboard: Dashboard): Promise<string[]> {
  const file = path.join(dashboard.workspace, 'history.jsonl');
  await dashboard.inTerminal('history', 'export', file);
  const lines = read(file).trimEnd().split('\n');
  const ids = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'run');
  const known = new Map(ids.map(({ runId }, place) => [String(runId), normalizedId(place)]));
  let run = -1;
  const even = lines.map((line) => {
    const { type, seq = 0 } = JSON.parse(line);
    if (type === 'run') run += 1;
    const at = FIRST_RUN + run * BETWEEN_RUNS_MS + seq * BETWEEN_EVENTS_MS;
    return JSON.stringify(JSON.parse(replaceIds(line, known, dashboard.workspace), normalizedTime(at)));
  });
  writeFileSync(file, `${even.join('\n')}\n`);
  await dashboard.inTerminal('history', 'reset');
  await dashboard.inTerminal('history', 'import', file);
  return [...known.values()];
}

function read(file: string): string {
  const bytes = readFileSync(file);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8');
}

function normalizedId(place: number): string {
  return `019ca000-0000-7000-8000-${String(place).padStart(12, '0')}`;
}

function replaceIds(line: string, ids: ReadonlyMap<string, string>, workspace: string): string {
  const told = line.replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (id) => ids.get(id) ?? id,
  );
  return told.replaceAll(workspace, '/home/ada/shop');
}

/** Replaces times by the time of the event, and durations by a value derived from their position in the line. */
function normalizedTime(at: number): (key: string, value: unknown) => unknown {
  let measured = 0;
  return (key, value) => {
    if (key === 'host') return 'ada';
    if (typeof value === 'string') return MOMENT.test(value) ? new Date(at).toISOString() : value;
    if (typeof value !== 'number' || !TIMED.test(key)) return value;
    if (value > LONG_AGO) return at;
    measured += 1;
    return 40 + 35 * (measured % 5);
  };
}
