import * as z from 'zod';
import { type RunEvent, runEventSchema } from '../../contract/index.ts';
import { jsonObjectSchema, jsonSchema } from '../../contract/json-value.ts';
import type { JsonObject } from '../../values/index.ts';

/** An event field of unlimited size, and a function that builds the event with a value of a given size. */
export type UnboundedField = { name: string; event(size: number, runId: string): RunEvent };

/** The fields that identify an event: they have columns of their own and are never shortened. */
const envelope = new Set(['v', 'runId', 'seq', 'at', 'type', 'suiteKey', 'caseId', 'attempt']);

/** Returns every string, object and foreign value of unlimited size in the event schemas, each in a separate event. */
export function listUnboundedFields(): UnboundedField[] {
  const visited: VisitedSchemas = new Set();
  return runEventSchema.options.flatMap((schema) => {
    const attempt = 'caseId' in schema.shape ? { suiteKey: 'tests/a.jsonl', caseId: 'A', attempt: 1 } : {};
    const minimalEvent = { ...parseObject(minimalValue(schema)), ...attempt };
    return Object.entries(schema.shape)
      .filter(([key]) => !envelope.has(key))
      .flatMap(([key, member]) =>
        findUnboundedValues(member, visited).map(({ path, value }) => ({
          name: [schema.shape.type.value, key, ...path].join(' '),
          event: (size: number, runId: string) => runEventSchema.parse({ ...minimalEvent, runId, [key]: value(size) }),
        })),
      );
  });
}

type UnboundedValue = { path: string[]; value(size: number): unknown };

/** The objects whose fields are already listed: how a field is shortened does not depend on where the object occurs. */
type VisitedSchemas = Set<z.core.$ZodType>;

function findUnboundedValues(schema: z.core.$ZodType, visited: VisitedSchemas): UnboundedValue[] {
  if (schema === jsonObjectSchema) return [{ path: ['object'], value: makeObject }];
  if (schema === jsonSchema) {
    return [
      { path: ['text'], value: makeText },
      { path: ['list'], value: makeList },
      { path: ['object'], value: makeObject },
    ];
  }
  const { def } = toConcreteSchema(schema)._zod;
  switch (def.type) {
    case 'string': {
      const minLength = minimalLength(schema);
      return [{ path: ['text'], value: (size) => makeText(Math.max(size, minLength)) }];
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnboundedValues(def.innerType, visited);
    case 'pipe':
      return findUnboundedValues(def.in, visited);
    case 'array':
      return nestUnboundedValues('[]', findUnboundedValues(def.element, visited), (value) => [value]);
    case 'record':
      return nestUnboundedValues('{}', findUnboundedValues(def.valueType, visited), (value) => ({
        [String(minimalValue(def.keyType))]: value,
      }));
    case 'union':
      return def.options.flatMap((option, position) =>
        nestUnboundedValues(`<${position}>`, findUnboundedValues(option, visited), (value) => value),
      );
    case 'object': {
      if (visited.has(schema)) return [];
      visited.add(schema);
      return Object.entries(def.shape).flatMap(([key, member]) =>
        nestUnboundedValues(key, findUnboundedValues(member, visited), (value) => ({
          ...parseObject(minimalValue(schema)),
          [key]: value,
        })),
      );
    }
    default:
      return [];
  }
}

function nestUnboundedValues(
  key: string,
  unboundedValues: readonly UnboundedValue[],
  wrap: (value: unknown) => unknown,
): UnboundedValue[] {
  return unboundedValues.map(({ path, value }) => ({ path: [key, ...path], value: (size) => wrap(value(size)) }));
}

const optionalSchemaTypes = new Set(['optional', 'default']);

/** Returns a value without any optional parts. */
function minimalValue(schema: z.core.$ZodType): unknown {
  if (schema === jsonObjectSchema) return {};
  const { def } = toConcreteSchema(schema)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([key, member]) =>
          optionalSchemaTypes.has(toConcreteSchema(member)._zod.def.type) ? [] : [[key, minimalValue(member)]],
        ),
      );
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'union':
      return def.options[0] && minimalValue(def.options[0]);
    case 'pipe':
      return minimalValue(def.in);
    case 'array':
      return [];
    case 'record':
      return {};
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
      return 'x';
    default:
      return null;
  }
}

/** Returns the minimum length of a string: some string fields, such as names, must not be empty. */
function minimalLength(schema: z.core.$ZodType): number {
  return schema instanceof z.ZodString ? (schema.minLength ?? 0) : 0;
}

/** Zod declares inner schemas with their base type, although each is a concrete one. */
function toConcreteSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  return schema as z.core.$ZodTypes;
}

function parseObject(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(value);
}

function makeText(size: number): string {
  return 'ä'.repeat(size);
}

const LIST_ITEM_COUNT = 50;

function makeList(size: number): string[] {
  return size === 0 ? [] : Array.from({ length: LIST_ITEM_COUNT }, () => 'y'.repeat(size / LIST_ITEM_COUNT));
}

function makeObject(size: number): JsonObject {
  return Object.fromEntries(makeList(size).map((text, position) => [`key ${position}`, text]));
}
