import { setProperty } from './json.ts';

type KeyOfUnion<Union> = Union extends unknown ? keyof Union : never;

/**
 * A union in which every member also has the other members' keys as undefined, so that any field can be read without
 * narrowing.
 */
export type UnionWithAllKeys<Union, Key extends PropertyKey = KeyOfUnion<Union>> = Union extends unknown
  ? Union & { [Other in Exclude<Key, keyof Union>]?: undefined }
  : never;

type WithoutUndefined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/**
 * Returns an object without its undefined fields, for consumers that look at keys: JSON, hashed requests, options of a
 * library.
 */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields>;
export function withoutUndefined(fields: object): object {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value: unknown = Reflect.get(fields, key);
    if (value !== undefined) setProperty(result, key, value);
  }
  return result;
}
