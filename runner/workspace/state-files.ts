import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../host/bounded-file.ts';
import type { ReadState, ReadStateResult, ReadTemplate } from '../inputs/parse-cases.ts';
import { describeInexactNumber } from '../inputs/read-case.ts';
import { createTemplateReader } from '../inputs/template-file.ts';
import { isInsideFolder, isOutsideFolder } from '../scripts/folder-containment.ts';
import { findNearestWord, isJsonObject, listInexactNumbers, parseJson, toErrorMessage } from '../values/index.ts';

/**
 * Reads the state files of a file's cases, relative to the case file or to the workspace. Each file is read only once.
 */
export function createStateReader(caseFile: string, root: string): ReadState {
  const answers = new Map<string, ReadStateResult>();
  return (name) => {
    const answer = answers.get(name) ?? readStateFile(name, { folder: path.dirname(caseFile), root });
    answers.set(name, answer);
    return answer;
  };
}

/** Creates the functions that read the files which cases refer to. */
export function createCaseReaders(
  caseFile: string,
  root: string,
): { readState: ReadState; readTemplate: ReadTemplate } {
  return { readState: createStateReader(caseFile, root), readTemplate: createTemplateReader(root) };
}

type StateFolders = { folder: string; root: string };

function readStateFile(name: string, folders: StateFolders): ReadStateResult {
  const quotedName = JSON.stringify(name);
  if (name.includes('\0'))
    return { ok: false, message: `${quotedName} is not a valid file name: it contains a NUL character` };
  const foldersInside = [folders.folder, folders.root].filter(
    (folder) => !isOutsideFolder(folders.root, path.resolve(folder, name)),
  );
  if (foldersInside.length === 0)
    return { ok: false, message: `the state file ${quotedName} is outside the workspace` };
  const file = foldersInside.map((folder) => path.resolve(folder, name)).find(isFile);
  if (file === undefined) {
    const message = `the state file ${quotedName} does not exist, neither next to the suite nor in the workspace`;
    return { ok: false, message, suggestion: findNearestWord(name, listSiblingJsonFiles(name, foldersInside)) };
  }
  if (!isInsideFolder(folders.root, file))
    return { ok: false, message: `the state file ${quotedName} is outside the workspace` };
  try {
    const text = readBounded(file, { name });
    const state = parseJson(text);
    const [inexact] = listInexactNumbers(text);
    if (inexact !== undefined) {
      const line = text.slice(0, inexact.offset).split('\n').length;
      return {
        ok: false,
        message: `line ${line} of the state file ${quotedName}: ${describeInexactNumber(inexact.written)}`,
      };
    }
    if (isJsonObject(state)) return { ok: true, state };
    return { ok: false, message: `the state file ${quotedName} must hold a JSON object` };
  } catch (error) {
    return { ok: false, message: `the state file ${quotedName} cannot be read: ${toErrorMessage(error)}` };
  }
}

/**
 * Returns the JSON files in the same folder as a named file, written like that name: relative, with the same folder.
 */
function listSiblingJsonFiles(name: string, folders: readonly string[]): string[] {
  const subfolder = path.dirname(name);
  return folders.flatMap((base) => {
    try {
      const files = readdirSync(path.resolve(base, subfolder)).filter((file) => file.endsWith('.json'));
      return files.map((file) => path.posix.join(subfolder, file));
    } catch {
      return [];
    }
  });
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
