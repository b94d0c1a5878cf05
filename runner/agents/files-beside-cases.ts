import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder, AgentFolders } from '../scripts/agent-folders.ts';
import { functionsIn, lacksFunction } from '../scripts/functions-in.ts';
import { findScript, type ScriptPlace } from '../scripts/resolve-script.ts';
import { nearest } from '../values/index.ts';

type Missing = { message: string; suggestion?: string | undefined };

/** The files within reach of the cases of a file. */
export type FilesBeside = {
  /** Why there is no such function, and the one that was probably meant. */
  problemOfScript(kind: 'hook' | 'function', name: string): Missing | undefined;
  /** Returns true if the file exists, relative to the folder of the case file. */
  hasAttachment(name: string): boolean;
};

type Workspace = { root: string; folders: AgentFolders };

/** Scripts are looked for beside the agent; a file that belongs to none may be run with any. */
export function filesBesideCases(file: string, { root, folders: agentFolders }: Workspace): FilesBeside {
  const own = agentFolders.above(file, root)?.dir;
  let listed: ReadonlyMap<string, AgentFolder> | undefined;
  const folders = () => {
    listed ??= agentFolders.below(root);
    return listed;
  };
  const known = new Map<string, Missing | undefined>();
  return {
    problemOfScript(kind, reference) {
      const key = `${kind} ${reference}`;
      if (!known.has(key)) known.set(key, problemOf(kind, reference));
      return known.get(key);
    },
    hasAttachment: (name) => isFile(path.resolve(path.dirname(file), name)),
  };

  function problemOf(kind: 'hook' | 'function', reference: string): Missing | undefined {
    const agents = own === undefined ? [root, ...[...folders().values()].map(({ dir }) => dir)] : [own];
    const found = agentFolders.script(reference, folders) ?? findScript(root, { kind, reference }, agents);
    if (!('file' in found)) return found;
    // Another agent may have a module of that name with other functions.
    return agents.length > 1 ? undefined : problemOfFunction(found, reference, root);
  }
}

function problemOfFunction({ file, functionName }: ScriptPlace, reference: string, root: string): Missing | undefined {
  const text = readFileSync(file, 'utf8');
  if (!lacksFunction(text, functionName)) return undefined;
  const found = functionsIn(text);
  const near = nearest(functionName, found);
  const list = found.length === 0 ? 'it has none' : `it has ${found.join(', ')}`;
  const place = path.relative(root, file).split(path.sep).join('/');
  return {
    message: `${place} has no function "${functionName}"; ${list}`,
    suggestion: near === undefined ? undefined : reference.slice(0, -functionName.length) + near,
  };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
