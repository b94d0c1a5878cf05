import type { Json, JsonObject } from '../values/index.ts';
import { InputError } from './problem.ts';

/** A program that generates cases, named as `agents:<id>?…` or `scripts:<module>.<function>?…`. */
export type GeneratorSource = {
  by: 'agent' | 'script';
  /** The id of the generator agent, or the module and function of the generator script. */
  id: string;
  /** The name of the suite. It does not depend on the generator's parameters `count` and `focus`. */
  key: string;
  count: number;
  focus?: string;
  /** The generator's other parameters. */
  extra: JsonObject;
};

const DEFAULT_COUNT = 5;
const MAX_COUNT = 10_000;
const generatorSourcePattern = /^(agents|scripts):([^?\s]*)(?:\?(.*))?$/s;

/**
 * Parses the name of a generator; `undefined` for any other text. Parameters become numbers or booleans where possible,
 * otherwise strings; if a parameter is repeated, the first value counts.
 * @throws InputError if the generator has no name or its count is invalid.
 */
export function parseGeneratorSource(input: string): GeneratorSource | undefined {
  const match = generatorSourcePattern.exec(input);
  if (match === null) return undefined;
  const [, prefix = '', id = '', query = ''] = match;
  if (id.trim() === '') throw new InputError(`${input}: the name of the generator is missing; write ${prefix}:<name>`);
  const { count = DEFAULT_COUNT, focus, ...extra } = parseQuery(query);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    throw new InputError(`${input}: count must be a whole number from 1 to ${MAX_COUNT}, not ${JSON.stringify(count)}`);
  }
  return {
    by: prefix === 'agents' ? 'agent' : 'script',
    id,
    key: `${prefix}:${id}`,
    count,
    focus: focus === undefined ? undefined : String(focus),
    extra,
  };
}

function parseQuery(query: string): JsonObject {
  const parameters: JsonObject = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(parameters, name) && name !== '__proto__') parameters[name] = parseQueryValue(value);
  }
  return parameters;
}

function parseQueryValue(value: string): Json {
  if (value === 'true') return true;
  if (value === 'false') return false;
  const number = Number(value);
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) && Number.isFinite(number) ? number : value;
}
