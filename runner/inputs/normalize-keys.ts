import * as z from 'zod';
import {
  findNearestWord,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  toCanonicalJson,
} from '../values/index.ts';
import { findCanonicalKey, listAliases } from './canonical-key.ts';
import { findEquivalentName } from './equivalent-names.ts';
import { type CaseFinding, errorAtKey, warningAtKey, withSuggestedFix } from './finding.ts';

/** Keys with checks. A null value of such a key is reported, because its author may have lost a check. */
const keysWithChecks: ReadonlySet<string> = new Set(['assert', 'checkpoints', 'never', 'turns']);

/**
 * Renames keys to those of the schema: replaces aliases and keys with other capitals, drops null values that mean "not
 * given", and removes unknown keys. The findings list these changes, with paths as the author wrote them.
 */
export function normalizeKeys(schema: z.ZodType, value: Json): { value: Json; findings: CaseFinding[] } {
  const findings: CaseFinding[] = [];
  return { value: normalizeValue({ schema, value, path: [], findings }), findings };
}

type SchemaValueAtPath = { schema: unknown; value: Json; path: JsonPath; findings: CaseFinding[] };

function normalizeValue({ schema, value, path, findings }: SchemaValueAtPath): Json {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodUnion) {
    const option = innerSchema.options.find((branch) => matchesSchemaBranch(branch, value));
    return option === undefined ? value : normalizeValue({ schema: option, value, path, findings });
  }
  if (innerSchema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) =>
      normalizeValue({ schema: innerSchema.element, value: item, path: [...path, index], findings }),
    );
  }
  // The keys of this record are names that the author chose, such as names of tools; only the values have known keys.
  if (innerSchema instanceof z.ZodRecord && isJsonObject(value)) {
    const named = Object.entries(value).map(([name, item]) => {
      return [
        name,
        normalizeValue({ schema: innerSchema.valueType, value: item, path: [...path, name], findings }),
      ] as const;
    });
    return Object.fromEntries(named);
  }
  if (innerSchema instanceof z.ZodObject && isJsonObject(value))
    return normalizeObject({ schema: innerSchema, value, path, findings });
  return value;
}

function normalizeObject({
  schema,
  value,
  path,
  findings,
}: SchemaValueAtPath & { schema: z.ZodObject; value: JsonObject }): JsonObject {
  const knownKeys = Object.keys(schema.shape);
  const result: JsonObject = {};
  const writtenAs = new Map<string, string>();
  for (const [key, child] of listEntriesWithoutSchemaKey(value, path)) {
    const canonical = findCanonicalKey(key, knownKeys);
    const memberPath = [...path, key];
    if (canonical === undefined) {
      const suggestion =
        findNearestWord(key, [...knownKeys, ...listAliases(knownKeys)]) ??
        findEquivalentName(
          key,
          knownKeys.filter((name) => !Object.hasOwn(value, name)),
        );
      findings.push(
        withSuggestedFix(errorAtKey(memberPath, `unknown key ${JSON.stringify(key)}`, suggestion), { kind: 'remove' }),
      );
      continue;
    }
    const { name, spelling } = canonical;
    const childSchema = schema.shape[name];
    if (child === null && keysWithChecks.has(name)) {
      findings.push(errorAtKey(memberPath, `${JSON.stringify(name)}: null checks nothing; leave the key out`));
      continue;
    }
    if (child === null && name === 'use' && value.type === 'agent') {
      findings.push(errorAtKey(memberPath, '"use": null names no judge; leave the key out for the built-in judge'));
      continue;
    }
    if (child === null && isUndefinedSchema(childSchema)) continue;
    if (spelling === 'variant') {
      const finding = warningAtKey(memberPath, `${JSON.stringify(key)} is read as ${JSON.stringify(name)}`);
      findings.push(withSuggestedFix(finding, { kind: 'rename', to: name }));
    }
    const normalizedChild = normalizeValue({ schema: childSchema, value: child, path: memberPath, findings });
    const earlier = writtenAs.get(name);
    if (earlier !== undefined && toCanonicalJson(result[name] ?? null) !== toCanonicalJson(normalizedChild)) {
      const both = `${JSON.stringify(earlier)} and ${JSON.stringify(key)}`;
      findings.push(
        withSuggestedFix(errorAtKey(memberPath, `${both} have the same meaning but different values; keep one`), {
          kind: 'remove',
        }),
      );
      continue;
    }
    writtenAs.set(name, key);
    result[name] = normalizedChild;
  }
  return result;
}

/** Returns the entries of an object, without the key `$schema` at the top of a file, which is only for editors. */
function listEntriesWithoutSchemaKey(value: JsonObject, path: JsonPath): [string, Json][] {
  const entries = Object.entries(value);
  return path.length === 0 ? entries.filter(([key]) => key !== '$schema') : entries;
}

/** True for an optional key that does not allow null; an explicit null then counts as not given. */
function isUndefinedSchema(schema: unknown): boolean {
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)) return false;
  return !schema.safeParse(null).success;
}

function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrapSchema(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.in);
  return schema;
}

/** Returns true if the shape of the value and its `type` match this alternative of a union. */
function matchesSchemaBranch(schema: unknown, value: Json): boolean {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodUnion)
    return innerSchema.options.some((option) => matchesSchemaBranch(option, value));
  if (innerSchema instanceof z.ZodArray) return Array.isArray(value);
  if (!(innerSchema instanceof z.ZodObject) || !isJsonObject(value)) return false;
  const discriminator = innerSchema.shape.type;
  if (!(discriminator instanceof z.ZodLiteral)) return true;
  const typeKey = Object.keys(value).find((key) => key.toLowerCase() === 'type') ?? 'type';
  return discriminator.safeParse(value[typeKey]).success;
}
