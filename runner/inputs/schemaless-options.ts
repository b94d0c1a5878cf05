import type { AgentOptions } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';

type SkipValue = NonNullable<AgentOptions['skip']>;

/** Reads the options of a case without the schema; `undefined` if they need the schema. */
export function parseOptionsWithoutSchema(source: Json): AgentOptions | undefined {
  if (!isJsonObject(source)) return undefined;
  const options: AgentOptions = {};
  for (const key in source) {
    if (!addOption(options, key, source[key] ?? null)) return undefined;
  }
  return options;
}

function addOption(options: AgentOptions, key: string, value: Json): boolean {
  switch (key) {
    case 'connector':
    case 'mode':
      if (typeof value !== 'string') return false;
      options[key] = value;
      return true;
    case 'disable_global_prompts':
      if (typeof value !== 'boolean') return false;
      options.disable_global_prompts = value;
      return true;
    case 'search':
      options.search = value;
      return true;
    case 'metadata':
      if (!isJsonObject(value)) return false;
      options.metadata = value;
      return true;
    case 'skip': {
      const skip = parseSkip(value);
      if (skip === undefined) return false;
      options.skip = skip;
      return true;
    }
    default:
      return false;
  }
}

function parseSkip(source: Json): SkipValue | undefined {
  if (!isJsonObject(source)) return undefined;
  const skip: SkipValue = {};
  for (const key in source) {
    const value = source[key];
    if (!isSkipKey(key) || typeof value !== 'boolean') return undefined;
    skip[key] = value;
  }
  return skip;
}

function isSkipKey(key: string): key is keyof SkipValue {
  return key === 'history' || key === 'trace' || key === 'output' || key === 'keyword' || key === 'search';
}
