import { type Json, toCanonicalJson } from '../values/index.ts';

const MAX_MESSAGE_LENGTH = 200;
const MAX_STORED_LENGTH = 8_000;

/**
 * Converts a value to the text that `contains` and `regex` search: strings are unchanged, null becomes an empty text,
 * everything else compact JSON.
 */
export function toPlainText(value: Json): string {
  return value === null ? '' : formatExpectedValue(value);
}

/** Converts an expected value to a text for a list of checkpoints. */
export function formatExpectedValue(value: Json): string {
  return typeof value === 'string' ? value : toCanonicalJson(value);
}

/** Converts a value to JSON for failure messages, shortened to a readable length. */
export function formatJsonForMessage(value: Json): string {
  if (typeof value !== 'string') return truncateText(toCanonicalJson(value), MAX_MESSAGE_LENGTH);
  if (value.length <= MAX_MESSAGE_LENGTH) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, MAX_MESSAGE_LENGTH))}… (${value.length} characters)`;
}

/**
 * Shortens a text that is stored in a result. Otherwise, each assertion on a large output would store the output again.
 */
export function truncateStoredText(text: string): string {
  return truncateText(text, MAX_STORED_LENGTH);
}

function truncateText(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}
