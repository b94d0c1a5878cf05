import { isDeepStrictEqual } from 'node:util';
import { AgentError } from '../../ports/index.ts';
import type { Json } from '../../values/index.ts';
import { memoryMethods } from './sandbox/sandbox-globals.ts';
import type { MemorySpace } from './sessions.ts';
import { createWildcardMatcher } from './wildcard-pattern.ts';

/**
 * Implements `ctx.memory.<space>.<method>(…)`. Expiry times are accepted but ignored, because a test ends before they
 * are reached.
 */
export function callMemoryMethod(space: MemorySpace, method: string, values: readonly Json[]): Json {
  const [first, second] = values;
  const key = typeof first === 'string' ? first : String(first ?? '');
  switch (method) {
    case 'Get':
      return space.get(key) ?? null;
    case 'Set':
      space.set(key, second ?? null);
      return null;
    case 'Del':
      for (const matching of listKeysMatchingPattern(space, key)) space.delete(matching);
      return null;
    case 'Has':
      return space.has(key);
    case 'Keys':
      return first === undefined ? [...space.keys()] : listKeysMatchingPattern(space, key);
    case 'Len':
      return first === undefined ? space.size : listKeysMatchingPattern(space, key).length;
    case 'Clear':
      space.clear();
      return null;
    case 'Incr':
      return addToValue(space, key, typeof second === 'number' ? second : 1);
    case 'Decr':
      return addToValue(space, key, typeof second === 'number' ? -second : -1);
    case 'GetDel': {
      const value = space.get(key) ?? null;
      space.delete(key);
      return value;
    }
    default:
      return callListMethod(space, { method, key, values: values.slice(1) });
  }
}

type ListCall = { method: string; key: string; values: readonly Json[] };
/** `answer` is the return value of the method, `changed` the new list; without `changed`, the list stays the same. */
type ListAnswer = { changed?: Json[]; answer: Json };

/** The methods for keys whose value is a list. */
const listMethods: Readonly<Record<string, (list: readonly Json[], values: readonly Json[]) => ListAnswer>> = {
  Push: (list, values) => ({ changed: [...list, ...values], answer: null }),
  AddToSet: (list, values) => ({ changed: [...list, ...withoutItems(values, list)], answer: null }),
  Pop: (list, [end]) => ({
    // With the argument `1` the last item is removed, otherwise the first.
    changed: end === 1 ? list.slice(0, -1) : list.slice(1),
    answer: requireItemAt(list, end === 1 ? list.length - 1 : 0),
  }),
  Pull: (list, [value = null]) => ({ changed: withoutItems(list, [value]), answer: null }),
  PullAll: (list, values) => ({ changed: withoutItems(list, values), answer: null }),
  ArrayLen: (list) => ({ answer: list.length }),
  ArrayGet: (list, [index]) => ({ answer: requireItemAt(list, Number(index)) }),
  ArraySet(list, [index, value = null]) {
    requireItemAt(list, Number(index));
    return { changed: list.with(Number(index), value), answer: null };
  },
  ArraySlice: (list, [skip, limit]) => ({ answer: sliceList(list, Number(skip), Number(limit)) }),
  ArrayPage: (list, [page, size]) => ({ answer: sliceList(list, (Number(page) - 1) * Number(size), Number(size)) }),
  ArrayAll: (list) => ({ answer: [...list] }),
};

function callListMethod(space: MemorySpace, { method, key, values }: ListCall): Json {
  const call = listMethods[method];
  if (call === undefined) {
    throw new AgentError(
      `${method} is not available here: memory and stores have ${memoryMethods.join(', ')}`,
      'agent',
    );
  }
  const storedList = space.get(key) ?? [];
  if (!Array.isArray(storedList)) throw new AgentError(`${method}("${key}"): the stored value is not a list`, 'agent');
  const { changed: changedList, answer } = call(storedList, values);
  if (changedList?.length === 0) space.delete(key);
  else if (changedList !== undefined) space.set(key, changedList);
  return answer;
}

function requireItemAt(list: readonly Json[], index: number): Json {
  const item = list[index];
  if (item !== undefined) return item;
  throw new AgentError(
    list.length === 0 ? 'the list is empty' : `the list has no item ${index}, only ${list.length}`,
    'agent',
  );
}

function withoutItems(list: readonly Json[], values: readonly Json[]): Json[] {
  return list.filter((item) => !values.some((value) => isDeepStrictEqual(value, item)));
}

function sliceList(list: readonly Json[], skip: number, limit: number): Json[] {
  return skip < 0 || limit < 1 ? [] : list.slice(skip, skip + limit);
}

/** Returns the keys that match a pattern, in which `*` stands for any characters. */
function listKeysMatchingPattern(space: MemorySpace, pattern: string): string[] {
  if (!pattern.includes('*')) return space.has(pattern) ? [pattern] : [];
  return [...space.keys()].filter(createWildcardMatcher(pattern, { wildcards: { '*': '.*' } }));
}

function addToValue(space: MemorySpace, key: string, amount: number): number {
  const oldValue = space.get(key);
  const newValue = (typeof oldValue === 'number' ? oldValue : 0) + amount;
  space.set(key, newValue);
  return newValue;
}
