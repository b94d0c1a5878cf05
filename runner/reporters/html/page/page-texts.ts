import type { Json } from '../../../contract/index.ts';

/** All texts of a value, one after the other: what a search looks through. */
export function textsIn(value: Json | undefined): string {
  const texts: string[] = [];
  const collect = (part: Json | undefined): void => {
    if (typeof part === 'string') texts.push(part);
    else if (typeof part === 'number' || typeof part === 'boolean') texts.push(String(part));
    else if (Array.isArray(part)) part.forEach(collect);
    else if (part !== null && part !== undefined) Object.values(part).forEach(collect);
  };
  collect(value);
  return texts.join('\n');
}
