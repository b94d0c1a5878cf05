import { statSync } from 'node:fs';
import path from 'node:path';
import { resolveScript } from '../scripts/resolve-script.ts';
import { findAgentFolder } from './resolve-agent.ts';

/** What the cases of a file can reach from where it lies. */
export type FilesBeside = {
  /** Why there is no such function. */
  problemOfScript(kind: 'hook' | 'function', name: string): string | undefined;
  /** Whether there is such a file, from the folder of the case file on. */
  hasAttachment(name: string): boolean;
};

/** Scripts are looked for beside the agent; a file that belongs to none may be run with any. */
export function filesBesideCases(file: string, root: string): FilesBeside {
  const agent = findAgentFolder(file, root);
  return {
    problemOfScript(kind, reference) {
      if (agent === undefined) return undefined;
      try {
        resolveScript(root, { kind, reference, baseDir: path.dirname(file), agentId: agent.id });
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    hasAttachment: (name) => isFile(path.resolve(path.dirname(file), name)),
  };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
