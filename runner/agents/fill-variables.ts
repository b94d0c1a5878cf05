import type { Variables } from '../models/connectors.ts';
import { MissingVariableError } from '../models/missing-variable.ts';

/**
 * Returns a text of the config in which every `$ENV.NAME` is replaced. Throws if a variable is unset or empty, because
 * an incomplete address or key would cause a less clear error later.
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
