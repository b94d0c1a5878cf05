import * as z from 'zod';
import { authoredCaseSchema, workspaceConfigSchema } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

const aliasesOfAssert = ['assertions', 'assertion'];

/** JSON Schema (draft 7) of a case file in JSON: one case, or a list of them. */
export function caseJsonSchema(): JsonObject {
  const { $schema = '', definitions = {}, ...ofCase } = addAliasProperties(toJsonSchema(authoredCaseSchema));
  return {
    $schema,
    title: 'Turntree cases',
    description: 'One test case for an agent, or a list of them.',
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
    then: { minItems: 1, items: { $ref: '#/definitions/case' } },
    else: { $ref: '#/definitions/case' },
    definitions: {
      case: {
        title: 'Case',
        ...ofCase,
        properties: {
          ...getSchemaProperties(ofCase),
          $schema: { type: 'string', description: 'The JSON Schema for editors; a run ignores it.' },
        },
      },
      ...(isJsonObject(definitions) ? definitions : {}),
    },
  };
}

/** JSON Schema (draft 7) of `runner.config.json`. */
export function configJsonSchema(): JsonObject {
  const title = { title: 'Turntree workspace config', description: 'The settings of a workspace: runner.config.json.' };
  return { ...title, ...toJsonSchema(workspaceConfigSchema) };
}

/**
 * Returns the JSON Schema of values as written in a file, before defaults and shorthands apply. Types that JSON Schema
 * cannot express become "any value".
 */
export function toJsonSchema(schema: z.ZodType): JsonObject {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any', reused: 'ref' });
  const value: Json = JSON.parse(JSON.stringify(jsonSchema));
  return isJsonObject(value) ? value : {};
}

/** Aliases of `assert` are added here, because the loader replaces aliases before the Zod schema is applied. */
function addAliasProperties(schema: JsonObject): JsonObject {
  const walked: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) walked[key] = addAliases(value);
  const properties = getSchemaProperties(walked);
  const { assert } = properties;
  if (assert === undefined) return walked;
  const named = Object.fromEntries(aliasesOfAssert.map((alias) => [alias, assert]));
  const { required } = walked;
  const schemaWithProperties = { ...walked, properties: { ...properties, ...named } };
  if (!Array.isArray(required) || !required.includes('assert')) return schemaWithProperties;
  return {
    ...schemaWithProperties,
    required: required.filter((name) => name !== 'assert'),
    anyOf: ['assert', ...aliasesOfAssert].map((name) => ({ required: [name] })),
  };
}

function addAliases(value: Json): Json {
  if (Array.isArray(value)) return value.map(addAliases);
  return isJsonObject(value) ? addAliasProperties(value) : value;
}

function getSchemaProperties({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}
