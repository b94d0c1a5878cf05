import type { CaseEdit, CaseSource } from '@/runner/authoring';
import { isJsonObject, type JsonPath } from '@/runner/values';

export const factsPath: JsonPath = ['simulator', 'facts'];

type FactSource = Pick<CaseSource, 'at' | 'textAt' | 'keysAt'>;

/** Renames a fact, also in assertions that refer to it. */
export function renameFact({ at }: FactSource, name: string, newName: string): CaseEdit[] {
  const assert = at(['assert']) ?? [];
  const assertions = Array.isArray(assert) ? assert : [assert];
  const references = assertions.flatMap((assertion, index): CaseEdit[] => {
    if (!isJsonObject(assertion) || assertion.type !== 'elicited' || !Array.isArray(assertion.value)) return [];
    return assertion.value.flatMap((value, position): CaseEdit[] =>
      value === name ? [{ kind: 'set', path: ['assert', index, 'value', position], value: newName }] : [],
    );
  });
  return [{ kind: 'rename', path: [...factsPath, name], key: newName }, ...references];
}

/** Removes a fact. If it is the only one, the key `facts` is removed. */
export function removeFact({ keysAt }: FactSource, name: string): CaseEdit {
  return { kind: 'remove', path: keysAt(factsPath).length === 1 ? factsPath : [...factsPath, name] };
}

/** Returns the path of a fact's value. A fact with aliases is an object, which contains its value. */
export function factValuePath({ at }: FactSource, name: string): JsonPath {
  const path = [...factsPath, name];
  return isJsonObject(at(path)) ? [...path, 'value'] : path;
}

/** Returns the aliases of a fact; undefined if they are not a list of texts. */
export function listFactAliases({ at }: FactSource, name: string): string[] | undefined {
  const aliases = isJsonObject(at([...factsPath, name])) ? (at([...factsPath, name, 'aliases']) ?? []) : [];
  return Array.isArray(aliases) && aliases.every((alias) => typeof alias === 'string') ? aliases : undefined;
}

/** Adds an alias. If the fact had none, it becomes an object; its value keeps its spelling. */
export function addAlias(source: FactSource, name: string, alias: string): CaseEdit {
  const path = [...factsPath, name];
  if (isJsonObject(source.at(path))) {
    const index = listFactAliases(source, name)?.length ?? 0;
    return { kind: 'insert', path: [...path, 'aliases'], index, value: alias };
  }
  const value = source.textAt(path) ?? '""';
  return { kind: 'write', path, text: `{"value": ${value}, "aliases": [${JSON.stringify(alias)}]}` };
}

/**
 * Removes an alias. If it was the last one, the object is replaced by the plain value, unless it contains a comment,
 * which would be lost.
 */
export function removeAlias(source: FactSource, name: string, index: number): CaseEdit {
  const path = [...factsPath, name];
  if (listFactAliases(source, name)?.length !== 1) return { kind: 'remove', path: [...path, 'aliases', index] };
  const value = source.textAt([...path, 'value']);
  const hasOthers = source.keysAt(path).length > 2 || /\/[/*]/.test(source.textAt(path) ?? '');
  if (value === undefined || hasOthers) return { kind: 'remove', path: [...path, 'aliases'] };
  return { kind: 'write', path, text: value };
}
