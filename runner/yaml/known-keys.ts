import * as z from 'zod';
import { isJsonObject, type Json } from '../values/index.ts';
import type { YamlPath } from './yaml-offset.ts';

/** The keys that a schema knows at a place of a value, to find what a wrong one was meant to be. */
export function knownKeys(schema: unknown, path: YamlPath, value: Json | undefined): string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) {
    const options = inner.options.filter((option) => fits(option, value));
    return options.flatMap((option) => knownKeys(option, path, value));
  }
  const [part, ...rest] = path;
  if (inner instanceof z.ZodObject) {
    if (part === undefined) return Object.keys(inner.shape);
    return knownKeys(inner.shape[part], rest, isJsonObject(value) ? value[part] : undefined);
  }
  if (inner instanceof z.ZodArray && typeof part === 'number') {
    return knownKeys(inner.element, rest, Array.isArray(value) ? value[part] : undefined);
  }
  return [];
}

/** Returns true if a branch of a union is the one that its `type` names. */
function fits(schema: unknown, value: Json | undefined): boolean {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return true;
  const { type } = inner.shape;
  return !(type instanceof z.ZodLiteral) || (isJsonObject(value) && type.safeParse(value.type).success);
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (schema instanceof z.ZodLazy) return unwrapped(schema.unwrap());
  return schema;
}
