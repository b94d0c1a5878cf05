import { getValueAtPath, isJsonObject, type Json, type JsonPath } from '../values/index.ts';

/**
 * The names for autocompletion in a case: those that exist in the workspace, and those that occurred in earlier runs of
 * the suite.
 */
export type AutocompleteNames = {
  agents: string[];
  connectors: string[];
  /** The names of functions that run before or after a case (`hooks`), and those of all other functions. */
  hooks: string[];
  functions: string[];
  tools: string[];
  paths: string[];
};

export const labelByNameKind = {
  agent: 'agent',
  connector: 'connector',
  hook: 'hook',
  function: 'function',
  tool: 'called in the last runs',
  path: 'found in recent answers',
  checkpoint: 'checkpoint',
} as const;

export type SuggestedName = { kind: keyof typeof labelByNameKind; name: string };

type NamesRequest = { path: JsonPath; written: Json; names: AutocompleteNames };

/** Returns the names that can be written at a path of a case. `written` is the case without the value at the path. */
export function suggestNames({ path, written, names }: NamesRequest): SuggestedName[] {
  const key = path.findLast((part) => typeof part === 'string');
  const lastKey = path.at(-1);
  const holder = getValueAtPath(written, typeof lastKey === 'number' ? path.slice(0, -2) : path.slice(0, -1));
  const type = isJsonObject(holder) ? holder.type : undefined;
  switch (key) {
    case 'simulator':
      return toSuggestedNames('agent', names.agents);
    case 'use':
      return isFunctionPath(path, type)
        ? toSuggestedNames('function', names.functions)
        : toSuggestedNames('agent', names.agents);
    case 'script':
      return toSuggestedNames('function', names.functions);
    case 'before':
      return path.length === 1 ? toSuggestedNames('hook', names.hooks) : [];
    case 'connector':
      return toSuggestedNames('connector', names.connectors);
    case 'path':
      return type === 'state' ? [] : toSuggestedNames('path', names.paths);
    case 'tool':
      return toSuggestedNames('tool', names.tools);
    case 'name':
    case 'value':
      return isToolNamePath(path, written, type) ? toSuggestedNames('tool', names.tools) : [];
    case 'after':
      if (path.length === 1) return toSuggestedNames('hook', names.hooks);
      return path[0] === 'checkpoints' ? toSuggestedNames('checkpoint', listOtherCheckpointIds(path, written)) : [];
    default:
      return [];
  }
}

/** Returns true if `use` names a function and not an agent. */
function isFunctionPath([first]: JsonPath, type: Json | undefined): boolean {
  return first === 'mocks' || type === 'script' || type === 'state';
}

function toSuggestedNames(kind: SuggestedName['kind'], list: readonly string[]): SuggestedName[] {
  return list.map((name) => ({ kind, name }));
}

/**
 * Returns true for the path of a tool name: `value` of a `tool_called` assertion or an item in it, or `name` in the
 * assertion or in its `value`.
 */
function isToolNamePath(path: JsonPath, caseValue: Json, type: Json | undefined): boolean {
  if (type === 'tool_called') return true;
  const outerPath = path.at(-2) === 'value' ? getValueAtPath(caseValue, path.slice(0, -2)) : undefined;
  return isJsonObject(outerPath) && outerPath.type === 'tool_called';
}

function listOtherCheckpointIds(path: JsonPath, caseValue: Json): string[] {
  const list = getValueAtPath(caseValue, ['checkpoints']);
  if (!Array.isArray(list)) return [];
  return list.flatMap((checkpoint, index) =>
    index !== path[1] && isJsonObject(checkpoint) && typeof checkpoint.id === 'string' ? [checkpoint.id] : [],
  );
}
