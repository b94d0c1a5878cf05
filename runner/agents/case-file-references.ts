import { statSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder, AgentFolders } from '../scripts/agent-folders.ts';
import { createAttachmentCheck } from '../scripts/attachment-folders.ts';
import { findMissingFunctionProblem } from '../scripts/problem-of-function.ts';
import { findScript, listScripts, type ScriptLocation, type ScriptProblem } from '../scripts/resolve-script.ts';

/** Checks references in a case file to scripts and attachments. */
export type CaseFileReferences = {
  /** Returns why the function that a case names does not exist, with the most similar name; undefined if it does. */
  problemOfScript(kind: 'hook' | 'function', name: string): ScriptProblem | undefined;
  /** Returns the location of a function; undefined if no agent or more than one agent could have it. */
  locateScript(kind: 'hook' | 'function', name: string): ScriptLocation | undefined;
  /** Returns the names of all functions that the cases can use. */
  listScripts(kind: 'hook' | 'function'): string[];
  /** Returns why a file cannot be attached to a message; `name` is relative to the folder of the case file. */
  problemOfAttachment(name: string): { message: string } | undefined;
};

/** `attachments` are folders outside of the workspace whose files may be sent to agents. */
type ScriptWorkspace = { root: string; folders: AgentFolders; attachments: readonly string[] };

/**
 * Scripts are in the folder of the agent. If the cases belong to no agent, any agent may run them, so the folders of
 * all agents are searched.
 */
export function createCaseFileReferences(
  file: string,
  { root, folders: agentFolders, attachments }: ScriptWorkspace,
): CaseFileReferences {
  const ownFolder = agentFolders.above(file, root)?.dir;
  let listedFolders: ReadonlyMap<string, AgentFolder> | undefined;
  const getAgentFolders = () => {
    listedFolders ??= agentFolders.below(root);
    return listedFolders;
  };
  const refusalOf = createAttachmentCheck(root, attachments);
  const problemCache = new Map<string, ScriptProblem | undefined>();
  return {
    problemOfScript(kind, reference) {
      const key = `${kind} ${reference}`;
      if (!problemCache.has(key)) problemCache.set(key, findScriptProblem(kind, reference));
      return problemCache.get(key);
    },
    locateScript(kind, reference) {
      const { found, isOnly } = searchScript(kind, reference);
      return 'file' in found && isOnly ? found : undefined;
    },
    listScripts: (kind) => listScripts(root, kind, listAgentDirs()),
    problemOfAttachment(name) {
      const filePath = path.resolve(path.dirname(file), name);
      const refusal = refusalOf(filePath);
      if (refusal !== undefined)
        return { message: `the attachment ${JSON.stringify(name)} cannot be sent: ${refusal}` };
      return isFile(filePath) ? undefined : { message: `the attachment ${JSON.stringify(name)} does not exist` };
    },
  };

  function listAgentDirs(): string[] {
    return ownFolder === undefined ? [root, ...[...getAgentFolders().values()].map(({ dir }) => dir)] : [ownFolder];
  }

  function findScriptProblem(kind: 'hook' | 'function', reference: string): ScriptProblem | undefined {
    const { found, isOnly } = searchScript(kind, reference);
    if (!('file' in found)) return found;
    return isOnly ? findMissingFunctionProblem(found, reference, root) : undefined;
  }

  /**
   * If several agents are possible, does not check that the module contains the function: another agent may have a
   * module of the same name with other functions.
   */
  function searchScript(kind: 'hook' | 'function', reference: string) {
    const agents = listAgentDirs();
    const scriptPlace =
      agentFolders.script(reference, getAgentFolders) ?? findScript(root, { kind, reference }, agents);
    return { found: scriptPlace, isOnly: agents.length === 1 };
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
