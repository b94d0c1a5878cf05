import { EVENT_VERSION, type RunEvent } from '../../runner/contract/index.ts';
import type { RunState } from '../../runner/fold/index.ts';
import { jsonIn, LEVELS_OF_RECORDS } from '../../runner/values/index.ts';

/**
 * An event of a run as it stands in the stream; nothing when its envelope is not that of this version or of this run,
 * as after the server was replaced by another version. Checked by hand, because a schema library would be the largest
 * part of what a page loads.
 */
export function parseEvent(runId: string, text: string): RunEvent | undefined {
  const value = jsonIn(text, LEVELS_OF_RECORDS);
  return isEvent(value) && value.runId === runId ? value : undefined;
}

/** A run as it stands in the stream, in the place of the events up to it. */
export function parseState(runId: string, text: string): RunState | undefined {
  const value = jsonIn(text, LEVELS_OF_RECORDS);
  return isState(value) && value.runId === runId ? value : undefined;
}

function isState(value: unknown): value is RunState {
  return typeof value === 'object' && value !== null && 'rows' in value && 'seq' in value && 'runId' in value;
}

/** The server has parsed the rest of an event with the schema of its version. */
function isEvent(value: unknown): value is RunEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { v, runId, seq, at, type } = { v: 0, runId: null, seq: null, at: null, type: null, ...value };
  return (
    v === EVENT_VERSION &&
    typeof runId === 'string' &&
    Number.isSafeInteger(seq) &&
    Number(seq) > 0 &&
    typeof at === 'number' &&
    typeof type === 'string'
  );
}
