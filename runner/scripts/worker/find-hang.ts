import { SourceMap } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { GeneratedPosition } from './pipes.ts';
import type { UserProcess } from './user-process.ts';

const STOP_TIMEOUT_MS = 50;
const INLINE_SOURCE_MAP_PREFIX = 'sourceMappingURL=data:application/json;base64,';

type SuspectedHang = {
  process: Pick<UserProcess<never>, 'locateMainThread'>;
  start: { url: string; code: string };
  /** Returns true if the process still has not acknowledged the abort. */
  isSilent(): boolean;
};

/**
 * Returns the line of the user's file, `/…/env_test.ts:3:5`, that keeps a process from noticing that a call was
 * stopped.
 */
export async function locateHang({ process, start, isSilent }: SuspectedHang): Promise<string | undefined> {
  await wait(STOP_TIMEOUT_MS);
  if (!isSilent()) return undefined;
  const position = await process.locateMainThread(`${start.url}?bundle`);
  return position === undefined ? undefined : findSourceLocation(start, position);
}

function findSourceLocation({ url, code }: SuspectedHang['start'], position: GeneratedPosition): string | undefined {
  const mark = code.lastIndexOf(INLINE_SOURCE_MAP_PREFIX);
  if (mark === -1) return undefined;
  const text = Buffer.from(code.slice(mark + INLINE_SOURCE_MAP_PREFIX.length).trim(), 'base64').toString('utf8');
  return toOriginalPosition(new SourceMap(JSON.parse(text)), position, path.dirname(fileURLToPath(url)));
}

/**
 * Maps a generated location back to the user's file, such as `/…/env_test.ts:3:5`. Paths in the map are relative to
 * `dir`.
 */
export function toOriginalPosition(
  map: SourceMap,
  { line, column }: GeneratedPosition,
  dir: string,
): string | undefined {
  const entry = map.findEntry(line, column);
  if (!('originalSource' in entry)) return undefined;
  return `${path.resolve(dir, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
