import type { Variables } from '../models/connectors.ts';
import { MissingVariableError } from '../models/missing-variable.ts';

/**
 * Returns the text of a config entry with every `$ENV.NAME` replaced. An unset or empty variable throws, because an
 * address or key without it would fail later with a less clear error.
 */
export function fillVariables(text: string, field: { agent: string; field: string; variables: Variables }): string {
  return text.replaceAll(/\$ENV\.(\w+)/g, (_whole, name: string) => {
    const value = field.variables[name];
    if (value !== undefined && value !== '') return value;
    throw new MissingVariableError(
      `agent "${field.agent}" cannot be used: set the environment variable ${name}, which its ${field.field} names`,
      name,
    );
  });
}
