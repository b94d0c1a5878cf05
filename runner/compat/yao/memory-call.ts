import escapeStringRegexp from 'escape-string-regexp';
import { AgentError } from '../../ports/index.ts';
import type { Json } from '../../values/index.ts';
import { memoryMethods } from './sandbox/sandbox-globals.ts';
import type { MemorySpace } from './sessions.ts';

/** `ctx.memory.<space>.<method>(…)`. Times to live are accepted; a test is over before they are. */
export function callMemory(space: MemorySpace, method: string, [first, second]: readonly Json[]): Json {
  const key = typeof first === 'string' ? first : String(first ?? '');
  switch (method) {
    case 'Get':
      return space.get(key) ?? null;
    case 'Set':
      space.set(key, second ?? null);
      return null;
    case 'Del':
      for (const matching of keysLike(space, key)) space.delete(matching);
      return null;
    case 'Has':
      return space.has(key);
    case 'Keys':
      return first === undefined ? [...space.keys()] : keysLike(space, key);
    case 'Len':
      return first === undefined ? space.size : keysLike(space, key).length;
    case 'Clear':
      space.clear();
      return null;
    case 'Incr':
      return add(space, key, typeof second === 'number' ? second : 1);
    case 'Decr':
      return add(space, key, typeof second === 'number' ? -second : -1);
    case 'GetDel': {
      const value = space.get(key) ?? null;
      space.delete(key);
      return value;
    }
    default:
      throw new AgentError(`${method} is not here: memory and stores have ${memoryMethods.join(', ')}`, 'agent');
  }
}

/** A `*` in a key stands for anything. */
function keysLike(space: MemorySpace, pattern: string): string[] {
  if (!pattern.includes('*')) return space.has(pattern) ? [pattern] : [];
  const expression = new RegExp(`^${pattern.split('*').map(escapeStringRegexp).join('.*')}$`, 's');
  return [...space.keys()].filter((key) => expression.test(key));
}

function add(space: MemorySpace, key: string, amount: number): number {
  const before = space.get(key);
  const after = (typeof before === 'number' ? before : 0) + amount;
  space.set(key, after);
  return after;
}
