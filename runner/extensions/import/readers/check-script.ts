import type { CheckFunction, CheckScript } from './import-source.ts';

/** A script with the functions that an import created from code in other tools' files. */
export type WritableScript = CheckScript & {
  /** Name of the script file in the folder `scripts`. */
  file: string;
  /** Returns the script's source code; undefined when no function was added. */
  text(): string | undefined;
};

/** `name` is any text that says where the checks come from. */
export function createCheckScript(name: string): WritableScript {
  const module = `checks_of_${name.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
  const helpers = new Set<string>();
  const names = new Map<string, string>();
  return {
    file: `${module}.mjs`,
    add({ body, helpers: own }: CheckFunction): string {
      for (const helper of own) helpers.add(helper);
      const scriptName = names.get(body) ?? `Check${names.size + 1}`;
      names.set(body, scriptName);
      return `scripts.${module}.${scriptName}`;
    },
    text() {
      if (names.size === 0) return undefined;
      const functions = [...names].map(
        ([body, each]) => `export function ${each}(output, input, value) {\n${body}\n}\n`,
      );
      return [...functions, ...[...helpers].map((helper) => `${helper}\n`)].join('\n');
    },
  };
}
