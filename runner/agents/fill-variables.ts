import type { Variables } from '../models/connectors.ts';
import { MissingVariable } from '../models/missing-variable.ts';

/**
 * What a config entry says, with `$ENV.NAME` replaced wherever it stands. A variable that is not set, or is empty, is
 * refused: an address or a key without it would only fail later, and less clearly.
 */
export function fillVariables(text: string, place: { agent: string; field: string; variables: Variables }): string {
  return text.replaceAll(/\$ENV\.(\w+)/g, (_whole, name: string) => {
    const value = place.variables[name];
    if (value !== undefined && value !== '') return value;
    throw new MissingVariable(
      `agent "${place.agent}" cannot be used: set the environment variable ${name}, which its ${place.field} names`,
      name,
    );
  });
}
