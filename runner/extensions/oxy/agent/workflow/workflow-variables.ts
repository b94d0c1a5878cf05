import * as z from 'zod';
import { AgentError } from '../../../../ports/index.ts';
import {
  findNearestWord,
  formatSchemaProblems,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonOrKeepText,
  toErrorMessage,
} from '../../../../values/index.ts';
import type { Workflow } from './read-workflow.ts';

/**
 * Returns the variables of a workflow: the given values, converted to the types in the schemas, otherwise the defaults.
 * Throws for a variable that has neither, for a value that does not match its schema, and for an unknown name.
 */
export function resolveWorkflowVariables({ id, variables }: Workflow, values: JsonObject): JsonObject {
  const names = Object.keys(variables);
  for (const name of Object.keys(values)) if (!names.includes(name)) throw createUnknownVariableError(id, name, names);
  const entries = Object.entries(variables).map(([name, declaration]): [string, Json] => {
    const schema = isJsonObject(declaration) ? declaration : { type: 'string', default: declaration };
    const value = Object.hasOwn(values, name) ? values[name] : schema.default;
    if (value === undefined) throw createRefusedVariableError(id, name, 'has no default, and no value was given');
    return [name, convertAndCheckVariable({ id, name, schema, value: convertToType(value, schema.type) })];
  });
  return Object.fromEntries(entries);
}

function convertAndCheckVariable({
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
  const problem = `the variable ${formatSchemaProblems(result.error)}; it is ${JSON.stringify(value)}`;
  throw new AgentError(`workflow "${id}": ${problem}`, 'configuration');
}

function createValidator({ id, name, rules }: { id: string; name: string; rules: JsonObject }): z.ZodType {
  try {
    return z.fromJSONSchema(rules);
  } catch (error) {
    throw createRefusedVariableError(id, name, `has a schema that cannot be used: ${toErrorMessage(error)}`);
  }
}

/**
 * Converts texts to numbers and booleans where the schema requires these, because templates and datasets contain only
 * texts.
 */
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
      return parseJsonOrKeepText(value);
    default:
      return value;
  }
}

function isPlainText(value: Json): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function createUnknownVariableError(id: string, name: string, knownNames: readonly string[]): AgentError {
  const nearestName = findNearestWord(name, knownNames);
  const hint =
    nearestName === undefined ? `it has ${knownNames.join(', ') || 'none'}` : `did you mean "${nearestName}"?`;
  return new AgentError(`workflow "${id}" has no variable "${name}"; ${hint}`, 'configuration');
}

function createRefusedVariableError(id: string, name: string, problem: string): AgentError {
  return new AgentError(`workflow "${id}": the variable "${name}" ${problem}`, 'configuration');
}
