import { isJsonObject, type Json } from '../../values/index.ts';
import { extractFactsOfJson } from './facts.ts';

/** Text about the arguments in which two calls differ, and the facts that the arguments should have contained. */
export type ArgumentDifference = { words: string; facts: Set<string> };

const MAX_NAMED_ARGUMENTS = 3;
const MAX_VALUE_LENGTH = 60;

/** Describes how arguments differ: `flight "LH402" instead of "UA961"`. */
export function describeDifferingArguments(before: Json, after: Json): ArgumentDifference {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    return {
      words: `${formatShortJson(after)} instead of ${formatShortJson(before)}`,
      facts: extractFactsOfJson(before),
    };
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const facts = new Set(names.flatMap((name) => [...extractFactsOfJson(before[name])]));
  return {
    words: names
      .slice(0, MAX_NAMED_ARGUMENTS)
      .map((name) => describeArgumentDifference(name, before[name], after[name]))
      .join(', '),
    facts,
  };
}

function describeArgumentDifference(name: string, before: Json | undefined, after: Json | undefined): string {
  if (after === undefined) return `${name} missing`;
  return before === undefined
    ? `${name} ${formatShortJson(after)}`
    : `${name} ${formatShortJson(after)} instead of ${formatShortJson(before)}`;
}

function formatShortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
