import { getNodeValue, type Node } from 'jsonc-parser';
import { getValueAtPath, isJsonObject, type Json, type JsonPath } from '../values/index.ts';

/**
 * Returns the value of a case without the part at a path. That part is going to be replaced, so it must not affect the
 * result.
 */
export function getValueWithoutPath(root: Node, path: JsonPath): Json {
  const value: Json = getNodeValue(root);
  const holder = getValueAtPath(value, path.slice(0, -1));
  const key = path.at(-1);
  if (isJsonObject(holder) && typeof key === 'string') delete holder[key];
  return value;
}
