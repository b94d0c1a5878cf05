import { EVENT_VERSION, type RunEvent } from '../../runner/contract/index.ts';
import type { RunState } from '../../runner/fold/index.ts';
import { MAX_RECORD_LEVELS, tryParseJson } from '../../runner/values/index.ts';

/**
 * Parses an event of the stream. Returns undefined if it belongs to another version or run, for example after the
 * server was updated. Validates it without a schema library, which would be the largest part of the page's code.
 */
export function parseEvent(runId: string, text: string): RunEvent | undefined {
  const value = tryParseJson(text, MAX_RECORD_LEVELS);
  return isEvent(value) && value.runId === runId ? value : undefined;
}

/** Parses the state of a run, which the stream may send instead of the run's earlier events. */
export function parseState(runId: string, text: string): RunState | undefined {
  const value = tryParseJson(text, MAX_RECORD_LEVELS);
  return isState(value) && value.runId === runId ? value : undefined;
}

function isState(value: unknown): value is RunState {
  return typeof value === 'object' && value !== null && 'rows' in value && 'seq' in value && 'runId' in value;
}

/** Validates the fields that all events have. The server has validated the others. */
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
