import { createHash } from 'node:crypto';
import { castToJson, type Json, type JsonObject, mapStrings } from '../../values/index.ts';

const MAX_STORED_TEXT_LENGTH = 20_000;
const RUN_ID_PLACEHOLDER = '[run]';

/**
 * Returns the form of a request that is stored and compared: without the run id and secrets, and with hashes instead of
 * long texts.
 */
export function toStoredRequest(
  request: object,
  context: { runId: string; redact: (text: string) => string },
): JsonObject {
  const storeText = (text: string): string => shortenText(replaceRunId(context.redact(text), context.runId));
  // The request is converted to JSON and back, so that undefined keys are removed, as they are in a stored request.
  return mapStrings(JSON.parse(JSON.stringify(request)), storeText);
}

/** Returns the form of an answer that is stored and can be replayed in another run. */
export function toStoredAnswer(
  answer: object,
  context: { runId: string; redact: (text: string) => string },
): JsonObject {
  return mapStrings(JSON.parse(JSON.stringify(answer)), (text) => replaceRunId(context.redact(text), context.runId));
}

export function fromStoredAnswer(answer: JsonObject, runId: string): Json {
  return castToJson(mapStrings(answer, (text) => text.replaceAll(RUN_ID_PLACEHOLDER, runId)));
}

/**
 * Replaces the run's id in a text, because it differs in every run. Session ids begin with it, and prompts may contain
 * it.
 */
function replaceRunId(text: string, runId: string): string {
  return runId === '' ? text : text.replaceAll(runId, RUN_ID_PLACEHOLDER);
}

function shortenText(text: string): string {
  if (text.length <= MAX_STORED_TEXT_LENGTH) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `[${text.length} characters, sha256 ${sha256}]`;
}
