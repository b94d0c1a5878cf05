import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentParts } from '../contract/index.ts';

/** What an agent is made of, as it stands in its files. */
export type AgentMakeup = Partial<Record<keyof AgentParts, unknown>>;

/** The files of an agent's code with their texts; tests ask the agent, and are none of it. */
export function readCode(folder: string): [file: string, text: string][] {
  return globSync('**/*.{ts,js,mjs,json}', { cwd: folder })
    .filter((file) => !/_test\.[a-z]+$/.test(file))
    .toSorted()
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8')]);
}
