import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import type { MemorySpace } from './sessions.ts';

/** `Process("session.<method>", …)`: values that last for an attempt. */
export function callSession(values: MemorySpace, method: string, [first, second]: readonly Json[]): Json {
  const key = typeof first === 'string' ? first : '';
  switch (method.toLowerCase()) {
    case 'get':
      return values.get(key) ?? null;
    case 'set':
      values.set(key, second ?? null);
      return null;
    case 'setmany':
      for (const [name, value] of Object.entries(isJsonObject(first) ? first : {})) values.set(name, value);
      return null;
    case 'getmany':
      return Object.fromEntries(
        (Array.isArray(first) ? first : []).map((name) => [String(name), values.get(String(name)) ?? null]),
      );
    case 'del':
      values.delete(key);
      return null;
    case 'dump':
      return Object.fromEntries(values);
    default:
      throw new AgentError(`Process("session.${method}"): there are Get, Set, GetMany, SetMany, Del and Dump`, 'agent');
  }
}
