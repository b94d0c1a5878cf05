import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder } from '../../scripts/agent-folders.ts';
import type { Json } from '../../values/index.ts';
import { readTranslations, type Translations } from './locales.ts';
import { type Prompt, readPresets, readPrompts } from './prompts.ts';
import { readPackage, type YaoPackage } from './read-package.ts';

/** A parsed assistant folder. */
export type Assistant = {
  id: string;
  dir: string;
  yaoPackage: YaoPackage;
  /** The prompts that all assistants of the workspace share. */
  globalPrompts: readonly Prompt[];
  prompts: readonly Prompt[];
  presets: ReadonlyMap<string, readonly Prompt[]>;
  /** The assistant's own translations, followed by those that all assistants share. */
  translations: readonly Translations[];
  /** The file with the assistant's hooks, `Create` and `Next`; undefined if there is none. */
  hooks: string | undefined;
  /** True if a sandbox (a separate computer) does the work instead of a model. */
  hasSandbox: boolean;
};

export function readAssistant({ id, dir }: AgentFolder, root: string): Assistant {
  const shared = path.join(root, 'agent');
  const yaoPackage = readPackage(dir);
  return {
    id,
    dir,
    yaoPackage,
    hasSandbox: isNonEmptyValue(yaoPackage.sandbox) || existsSync(path.join(dir, 'sandbox.yao')),
    globalPrompts: readPrompts(shared),
    prompts: readPrompts(dir),
    presets: readPresets(dir),
    translations: [readTranslations(path.join(dir, 'locales')), readTranslations(path.join(shared, 'locales'))],
    hooks: findHooksFile(dir),
  };
}

/** Returns the file that contains the hooks of an assistant; undefined if there is none. */
export function findHooksFile(dir: string): string | undefined {
  return ['index.ts', 'index.js'].map((name) => path.join(dir, 'src', name)).find((file) => existsSync(file));
}

/** Returns false for values that count as not declared: undefined, `null`, `false`, and empty lists and objects. */
export function isNonEmptyValue(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null && value !== false;
  return Object.values(value).some(isNonEmptyValue);
}

/**
 * Returns true if an assistant uses a model: it has prompts or tools, or it has no hooks. An assistant without any of
 * these sends the conversation to the model as it is.
 */
export function usesModel({ prompts, yaoPackage, hooks }: Assistant): boolean {
  return prompts.length > 0 || yaoPackage.mcp !== undefined || hooks === undefined;
}

/** Returns true if another agent answers instead of the assistant's sandbox. */
export function isSandboxReplaced({ hasSandbox }: Assistant, replacementAgent: string | undefined): boolean {
  return hasSandbox && replacementAgent !== undefined;
}
