import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTranslations, type Translations } from './locales.ts';
import { type Prompt, readPresets, readPrompts } from './prompts.ts';
import type { YaoPackage } from './read-package.ts';

/** An assistant folder, read. */
export type Assistant = {
  id: string;
  dir: string;
  yaoPackage: YaoPackage;
  /** The prompts of all assistants of the workspace. */
  globalPrompts: readonly Prompt[];
  prompts: readonly Prompt[];
  presets: ReadonlyMap<string, readonly Prompt[]>;
  /** The assistant's own texts, then everyone's. */
  translations: readonly Translations[];
  /** The file with its `Create` and `Next`. */
  hooks: string | undefined;
};

export function readAssistant(folder: { id: string; dir: string; root: string; yaoPackage: YaoPackage }): Assistant {
  const { id, dir, root, yaoPackage } = folder;
  const shared = path.join(root, 'agent');
  const scripts = ['index.ts', 'index.js'].map((name) => path.join(dir, 'src', name));
  return {
    id,
    dir,
    yaoPackage,
    globalPrompts: readPrompts(shared),
    prompts: readPrompts(dir),
    presets: readPresets(dir),
    translations: [readTranslations(path.join(dir, 'locales')), readTranslations(path.join(shared, 'locales'))],
    hooks: scripts.find((file) => existsSync(file)),
  };
}

/**
 * A model is asked when there are prompts or tools for it; otherwise hooks alone answer. A folder with neither is taken for
 * a conversation with the bare model.
 */
export function asksModel({ prompts, yaoPackage, hooks }: Assistant): boolean {
  return prompts.length > 0 || yaoPackage.mcp !== undefined || hooks === undefined;
}
