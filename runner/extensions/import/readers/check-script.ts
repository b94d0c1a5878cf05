import type { CheckFunction, CheckScript } from './import-source.ts';

/** A script for the checks that are code in the files of other tools. */
export type CheckScriptFile = CheckScript & {
  /** The name of the script file in the folder `scripts`. */
  file: string;
  /** Returns the source code of the script; undefined if it contains no function. */
  text(): string | undefined;
};

/** Creates a script without functions. `name` says where the checks come from, and may be any text. */
export function createCheckScript(name: string): CheckScriptFile {
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
