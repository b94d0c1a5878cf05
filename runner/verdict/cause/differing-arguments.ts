import { isJsonObject, type Json } from '../../values/index.ts';
import { factsOfJson } from './facts.ts';

/** The differing arguments of a call, as a text, and the facts that the arguments should have contained. */
export type DifferingArguments = { words: string; facts: Set<string> };

const NAMED = 3;
const LONG = 60;

/** Describes how arguments differ: `flight "LH402" instead of "UA961"` */
export function differingArguments(before: Json, after: Json): DifferingArguments {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    return { words: `${shortJson(after)} instead of ${shortJson(before)}`, facts: factsOfJson(before) };
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const facts = new Set(names.flatMap((name) => [...factsOfJson(before[name])]));
  return {
    words: names
      .slice(0, NAMED)
      .map((name) => describeDifference(name, before[name], after[name]))
      .join(', '),
    facts,
  };
}

function describeDifference(name: string, before: Json | undefined, after: Json | undefined): string {
  if (after === undefined) return `${name} missing`;
  return before === undefined
    ? `${name} ${shortJson(after)}`
    : `${name} ${shortJson(after)} instead of ${shortJson(before)}`;
}

function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
