import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentParts } from '../contract/index.ts';

/** The definition of an agent as read from its files. */
export type AgentDefinition = Partial<Record<keyof AgentParts, unknown>>;

/** The agent's code files with their texts. Tests are left out, because they are not part of the agent. */
export function readAgentCodeFiles(folder: string): [file: string, text: string][] {
  return globSync('**/*.{ts,js,mjs,json}', { cwd: folder })
    .filter((file) => !/_test\.[a-z]+$/.test(file))
    .toSorted()
    .map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(folder, file), 'utf8')]);
}
