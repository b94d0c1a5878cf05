import * as z from 'zod';
import { AgentError } from '../../../../ports/index.ts';
import {
  errorText,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOrText,
  nearestWord,
  schemaProblems,
} from '../../../../values/index.ts';
import type { Workflow } from './read-workflow.ts';

/**
 * Returns the variables of a workflow: given values, converted to the types of their schemas, else the defaults.
 * Throws for a variable with neither, for a value that does not match its schema, and for unknown names.
 */
export function workflowVariables({ id, variables }: Workflow, values: JsonObject): JsonObject {
  const names = Object.keys(variables);
  for (const name of Object.keys(values)) if (!names.includes(name)) throw unknownVariableError(id, name, names);
  const entries = Object.entries(variables).map(([name, declaration]): [string, Json] => {
    const schema = isJsonObject(declaration) ? declaration : { type: 'string', default: declaration };
    const value = Object.hasOwn(values, name) ? values[name] : schema.default;
    if (value === undefined) throw refusedVariableError(id, name, 'has no default, and no value was given');
    return [name, checkVariables({ id, name, schema, value: convertToType(value, schema.type) })];
  });
  return Object.fromEntries(entries);
}

function checkVariables({
  id,
  name,
  schema,
  value,
}: {
  id: string;
  name: string;
  schema: JsonObject;
  value: Json;
}): Json {
  const { default: _unused, ...rules } = schema;
  const result = z.object({ [name]: createValidator({ id, name, rules }) }).safeParse({ [name]: value });
  if (result.success) return value;
  const problem = `the variable ${schemaProblems(result.error)}; it is ${JSON.stringify(value)}`;
  throw new AgentError(`workflow "${id}": ${problem}`, 'configuration');
}

function createValidator({ id, name, rules }: { id: string; name: string; rules: JsonObject }): z.ZodType {
  try {
    return z.fromJSONSchema(rules);
  } catch (error) {
    throw refusedVariableError(id, name, `has a schema that cannot be used: ${errorText(error)}`);
  }
}

/** Templates and datasets contain texts where a number or a boolean is meant, so texts are converted to the type. */
function convertToType(value: Json, type: Json | undefined): Json {
  if (typeof value !== 'string') return type === 'string' && isPlainText(value) ? String(value) : value;
  switch (type) {
    case 'integer':
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || (value === 'false' ? false : value);
    case 'array':
    case 'object':
      return jsonOrText(value);
    default:
      return value;
  }
}

function isPlainText(value: Json): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function unknownVariableError(id: string, name: string, knownNames: readonly string[]): AgentError {
  const near = nearestWord(name, knownNames);
  const hint = near === undefined ? `it has ${knownNames.join(', ') || 'none'}` : `did you mean "${near}"?`;
  return new AgentError(`workflow "${id}" has no variable "${name}"; ${hint}`, 'configuration');
}

function refusedVariableError(id: string, name: string, problem: string): AgentError {
  return new AgentError(`workflow "${id}": the variable "${name}" ${problem}`, 'configuration');
}
