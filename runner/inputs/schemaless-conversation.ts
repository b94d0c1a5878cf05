import type { Checkpoint, Simulator } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import { areAllDefined, isTextList } from './list-guards.ts';
import { parseAssertionsWithoutSchema } from './schemaless-assertions.ts';

/** Reads a simulator of a simple shape without the schema; `undefined` if it needs the schema. */
export function parseSimulatorWithoutSchema(source: Json): Simulator | undefined {
  if (typeof source === 'string') return source === '' ? undefined : { use: source };
  if (!isJsonObject(source)) return undefined;
  const { use, options } = source;
  if (typeof use !== 'string' || use === '') return undefined;
  const simulator: Simulator = { use };
  if (options !== undefined) {
    const parsed = parseSimulatorOptions(options);
    if (parsed === undefined) return undefined;
    simulator.options = parsed;
  }
  return Object.keys(source).length === Object.keys(simulator).length ? simulator : undefined;
}

function parseSimulatorOptions(source: Json): Simulator['options'] {
  if (!isJsonObject(source)) return undefined;
  const options: NonNullable<Simulator['options']> = {};
  for (const key in source) {
    const value = source[key] ?? null;
    if (key === 'connector' && typeof value === 'string') options.connector = value;
    else if (key === 'metadata' && isJsonObject(value)) options.metadata = value;
    else return undefined;
  }
  return options;
}

/** Reads checkpoints of a simple shape without the schema; `undefined` if any of them needs the schema. */
export function parseCheckpointsWithoutSchema(source: Json): Checkpoint[] | undefined {
  if (!Array.isArray(source) || source.length === 0) return undefined;
  const checkpoints = source.map(parsePlainCheckpoint);
  return areAllDefined(checkpoints) ? checkpoints : undefined;
}

function parsePlainCheckpoint(source: Json): Checkpoint | undefined {
  if (!isJsonObject(source)) return undefined;
  const { id, description, assert = null, after = [], required = true, ...others } = source;
  const assertions = parseAssertionsWithoutSchema(assert);
  if (typeof id !== 'string' || id === '' || assertions === undefined || Object.keys(others).length > 0)
    return undefined;
  if (!isTextList(after) || typeof required !== 'boolean') return undefined;
  if (description === undefined) return { id, assert: assertions, after, required };
  return typeof description === 'string' ? { id, description, assert: assertions, after, required } : undefined;
}
