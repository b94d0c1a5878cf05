import type { Variables } from '../models/connectors.ts';
import { MissingVariable } from '../models/missing-variable.ts';
import { isJsonObject, type Json } from '../values/index.ts';

/**
 * What a config entry says, with `$ENV.NAME` replaced wherever it stands. A variable that is not set, or is empty, is
 * refused: an address or a key without it would only fail later, and less clearly.
 */
export function fillVariables(written: string, place: { agent: string; field: string; variables: Variables }): string {
  return written.replaceAll(/\$ENV\.(\w+)/g, (_whole, name: string) => {
    const value = place.variables[name];
    if (value !== undefined && value !== '') return value;
    throw new MissingVariable(
      `agent "${place.agent}" cannot be used: set the environment variable ${name}, which its ${place.field} names`,
    );
  });
}

/** The same for every text inside of a JSON value. */
export function fillVariablesIn(written: Json, place: Parameters<typeof fillVariables>[1]): Json {
  if (typeof written === 'string') return fillVariables(written, place);
  if (Array.isArray(written)) return written.map((item) => fillVariablesIn(item, place));
  if (!isJsonObject(written)) return written;
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, fillVariablesIn(value, place)]));
}
