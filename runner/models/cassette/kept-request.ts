import { createHash } from 'node:crypto';
import { asJson, type Json, type JsonObject, mapTexts } from '../../values/index.ts';

const LONG_TEXT = 20_000;
const RUN = '[run]';

/** Returns a request to store and compare: without the run's id, without secrets, and long texts by their hash. */
export function keptRequest(request: object, parts: { runId: string; redact: (text: string) => string }): JsonObject {
  const keep = (text: string): string => shortened(withoutRun(parts.redact(text), parts.runId));
  // Through JSON, so that keys without a value are absent as they are when it is read.
  return mapTexts(JSON.parse(JSON.stringify(request)), keep);
}

/** Returns an answer to store, and to give again in another run. */
export function keptAnswer(answer: object, parts: { runId: string; redact: (text: string) => string }): JsonObject {
  return mapTexts(JSON.parse(JSON.stringify(answer)), (text) => withoutRun(parts.redact(text), parts.runId));
}

export function givenAnswer(answer: JsonObject, runId: string): Json {
  return asJson(mapTexts(answer, (text) => text.replaceAll(RUN, runId)));
}

/** Session ids begin with the run's id, and prompts may name them. */
function withoutRun(text: string, runId: string): string {
  return runId === '' ? text : text.replaceAll(runId, RUN);
}

function shortened(text: string): string {
  if (text.length <= LONG_TEXT) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `[${text.length} characters, sha256 ${sha256}]`;
}
