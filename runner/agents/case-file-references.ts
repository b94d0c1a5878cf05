import { statSync } from 'node:fs';
import path from 'node:path';
import type { AgentFolder, AgentFolders } from '../scripts/agent-folders.ts';
import { createAttachmentCheck } from '../scripts/attachment-folders.ts';
import { findMissingFunctionProblem } from '../scripts/problem-of-function.ts';
import { findScript, listScripts, type ScriptLocation, type ScriptProblem } from '../scripts/resolve-script.ts';

/** Checks the files that cases may refer to. */
export type CaseFileReferences = {
  /** Returns why a function does not exist, with the most similar name. */
  problemOfScript(kind: 'hook' | 'function', name: string): ScriptProblem | undefined;
  /** The location of the function. Undefined when several agents could be meant, or when none has the function. */
  locateScript(kind: 'hook' | 'function', name: string): ScriptLocation | undefined;
  /** Lists the functions that the cases may name. */
  listScripts(kind: 'hook' | 'function'): string[];
  /** Returns why a file cannot be sent to an agent; `name` is relative to the folder of the case file. */
  problemOfAttachment(name: string): { message: string } | undefined;
};

/** `attachments` are folders outside of the workspace whose files may be sent to agents. */
type ScriptWorkspace = { root: string; folders: AgentFolders; attachments: readonly string[] };

/**
 * Scripts are searched next to the agent. Cases outside every agent folder may run with any agent, so all folders are
 * searched.
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
   * If several agents are possible, it is not checked whether the module contains the function, because another agent
   * may have a module of the same name with other functions.
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
