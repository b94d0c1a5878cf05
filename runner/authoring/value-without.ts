import { getNodeValue, type Node } from 'jsonc-parser';
import { isJsonObject, type Json } from '../values/index.ts';
import type { JsonPath } from './json-tree.ts';

/** Returns the value of a case without the part at a path: that is about to be replaced, so it decides nothing. */
export function valueWithout(root: Node, path: JsonPath): Json {
  const value: Json = getNodeValue(root);
  let holder: Json | undefined = value;
  for (const part of path.slice(0, -1)) {
    if (Array.isArray(holder)) holder = typeof part === 'number' ? holder[part] : undefined;
    else holder = isJsonObject(holder) && typeof part === 'string' ? holder[part] : undefined;
  }
  const key = path.at(-1);
  if (isJsonObject(holder) && typeof key === 'string') delete holder[key];
  return value;
}
