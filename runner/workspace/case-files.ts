import {
  closeSync,
  existsSync,
  fstatSync,
  globSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { visit } from 'jsonc-parser';
import { authoredCaseSchema } from '../contract/index.ts';
import {
  containsCasesOfOtherSystem,
  isDataOfOtherSystem,
  isProjectOfOtherSystem,
} from '../extensions/workspace-files.ts';
import { AppError } from '../host/errors.ts';
import { findNearestWord, findTooDeepOffset } from '../values/index.ts';
import { configFiles } from './config-file.ts';

const ignoredFolders = new Set(['node_modules', 'dist', 'build', 'coverage']);
const REPORT_START_PATTERN = /^\s*\{"type":\s*"start"/;
const BEGINNING_BYTES = 4096;
/**
 * The number of bytes of a file that are read to recognize it as a case file. Its first object may have long strings
 * before the keys that identify a case.
 */
const FIRST_OBJECT_BYTES = 256 * 1024;
/**
 * The maximum size of a document that is read as a whole to recognize it. Larger documents are rejected when their
 * cases are read.
 */
const MAX_DOCUMENT_BYTES = 16 * 1024 ** 2;
const characteristicCaseKeys = new Set(['input', 'checkpoints', 'turns', 'assert', 'simulator', 'never']);
const keysOfCase = new Set(Object.keys(authoredCaseSchema.shape));

/**
 * Returns the case files below a folder, as paths relative to it with forward slashes. Reports, packages, hidden
 * folders and nested workspaces are skipped.
 */
export function listCaseFilesBelow(folder: string): string[] {
  return [...walkFilesBelow(folder, '', isCaseFile)].toSorted();
}

/**
 * Returns files that contain cases but are not read. `misnamed` are files that start with a case but have the wrong
 * name: for example `more.ndjson`, a suite with the name of a report, or script tests named like those of another test
 * runner. Backup copies (`.bak`) are not included, because they are left out on purpose. `scriptTests` are files that
 * run only when the user names them.
 */
export function listIgnoredFilesBelow(folder: string): { misnamed: string[]; scriptTests: string[] } {
  const files = [...walkFilesBelow(folder, '', (file) => isMisnamedCaseFile(file) || isScriptTest(file))].toSorted();
  const { misnamed: misnamedFiles = [], scriptTests = [] } = Object.groupBy(files, (file) =>
    /_test\.[cm]?[jt]s$/.test(file) ? 'scriptTests' : 'misnamed',
  );
  return { misnamed: misnamedFiles, scriptTests };
}

/**
 * Returns case files in hidden folders below a folder, and hidden case files. Subfolders of hidden folders are not
 * searched, because they often contain a whole installation.
 */
export function listHiddenCaseFiles(folder: string): string[] {
  return [...walkHiddenFilesBelow(folder, '')].filter((key) => isHiddenCaseFile(path.join(folder, key))).toSorted();
}

/**
 * Returns the case files that match a pattern (`*`, `**`, `?`, `[…]`, `{…}`), as absolute paths. The rules of
 * `listCaseFilesBelow` apply.
 */
export function listCaseFilesMatching(pattern: string, cwd: string): string[] {
  const entries = globSync(pattern, { cwd, withFileTypes: true, exclude: ({ name }) => ignoredFolders.has(name) });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.resolve(cwd, entry.parentPath, entry.name))
    .filter(isCaseFile)
    .toSorted();
}

/**
 * True if a workspace-relative path with forward slashes is a case file of the workspace. Links are not accepted,
 * because they may lead anywhere.
 */
export function isWorkspaceCaseFile(workspace: string, key: string): boolean {
  return isWorkspaceFile(workspace, key) && isCaseFile(path.join(workspace, key));
}

/** Like `isWorkspaceCaseFile`, for a file of any kind. */
export function isWorkspaceFile(workspace: string, key: string): boolean {
  const filePath = resolvePathBelowWorkspace(workspace, key);
  if (filePath === undefined) return false;
  try {
    const root = realpathSync(/* turbopackIgnore: true */ workspace);
    return (
      statSync(/* turbopackIgnore: true */ filePath).isFile() &&
      realpathSync(/* turbopackIgnore: true */ filePath) === path.join(/* turbopackIgnore: true */ root, key)
    );
  } catch {
    // The file does not exist or cannot exist: its name is too long, or its links form a cycle.
    return false;
  }
}

/** Returns the absolute path of a case file. Throws if the key is not that of a case file of the workspace. */
export function resolveCaseFilePath(workspace: string, key: string): string {
  if (isWorkspaceCaseFile(workspace, key)) return path.join(/* turbopackIgnore: true */ workspace, key);
  throw new AppError('not_found', `${key} is not a case file of this workspace.`);
}

/**
 * Returns the path for the key of a case file, whether or not the file exists; undefined for keys that no case file can
 * have.
 */
export function resolvePathBelowWorkspace(workspace: string, key: string): string | undefined {
  const names = key.split('/');
  if (/[\\\0]/.test(key) || names.some((name) => name === '' || name.startsWith('.'))) return undefined;
  const folders = names.slice(0, -1).map((name, depth) => ({ name, key: names.slice(0, depth + 1).join('/') }));
  const foreign = folders.some((folder) => !isSearchedFolder(path.join(workspace, folder.key), folder.name));
  return foreign ? undefined : path.join(/* turbopackIgnore: true */ workspace, key);
}

function* walkFilesBelow(root: string, folder: string, isWanted: (file: string) => boolean): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && isSearchedFolder(path.join(root, key), entry.name))
      yield* walkFilesBelow(root, key, isWanted);
    if (entry.isFile() && isWanted(path.join(root, key))) yield key;
  }
}

function* walkHiddenFilesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isHidden = entry.name.startsWith('.');
    if (entry.isFile() && isHidden) yield key;
    if (!entry.isDirectory()) continue;
    if (!isHidden && isSearchedFolder(path.join(root, key), entry.name)) yield* walkHiddenFilesBelow(root, key);
    if (isHidden) yield* listFiles(root, key);
  }
}

function listFiles(root: string, folder: string): string[] {
  try {
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
  } catch {
    // Folders of other programs that are not readable are skipped.
    return [];
  }
}

/** Accepts a hidden file only if it clearly contains a case, because no user has named it. */
function isHiddenCaseFile(file: string): boolean {
  return /\.jsonl$/.test(file) && !path.basename(file).startsWith('output-') && hasCaseKeys(file);
}

/**
 * True for folders that are searched for case files. Nested workspaces are not searched, because their cases are for
 * their own agents.
 */
function isSearchedFolder(folder: string, name: string): boolean {
  if (name.startsWith('.') || ignoredFolders.has(name)) return false;
  if (isProjectOfOtherSystem(folder)) return false;
  return !configFiles.some((file) => existsSync(path.join(/* turbopackIgnore: true */ folder, file)));
}

/**
 * True for four kinds of files: JSON lines (but not a report), a table of experiments, a JSON file with a list of
 * cases, and a case file of another system.
 */
function isCaseFile(file: string): boolean {
  const name = path.basename(file);
  if (name.startsWith('output-') || name.startsWith('.') || name.endsWith('.cassette.jsonl')) return false;
  if (isDataOfOtherSystem(file)) return false;
  if (/\.jsonl$/i.test(name)) return mayStartWithCases(file);
  if (/\.csv$/i.test(name)) return isStartOfExperimentTable(readBeginning(file));
  if (/\.json$/i.test(name)) return isStartOfCaseList(readBeginning(file));
  return containsCasesOfOtherSystem(name, () => readBeginning(file, MAX_DOCUMENT_BYTES)) === true;
}

const misnamedFilePattern = /\.(?:ndjson|json5|jsonc|json|jsonl\.txt|ya?ml)$|^output-.*\.jsonl$/i;
const assertionKeys = ['assert', 'never', 'checkpoints', 'expected'];

/**
 * True for a misnamed case file, which must contain expectations. Recorded conversations also have an id and turns, but
 * no expectations.
 */
function isMisnamedCaseFile(file: string): boolean {
  const name = path.basename(file);
  if (name.startsWith('.') || !misnamedFilePattern.test(name) || isDataOfOtherSystem(file) || isCaseFile(file))
    return false;
  return hasCaseKeys(file);
}

function isScriptTest(file: string): boolean {
  if (/_test\.[cm]?[jt]s$/.test(file)) return testFunctionPattern.test(readBeginning(file));
  return /.\.(?:test|spec)\.[cm]?[jt]s$/.test(file) && exportedTestFunctionPattern.test(readBeginning(file));
}

/**
 * Matches a function that has a parameter `t` like a script test. Also matches one whose name begins in lower case:
 * such a function does not run, and checking the file reports that.
 */
const testFunctionPattern =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s+[Tt]est[\w$]*\s*\(\s*t\b|^(?:export\s+)?(?:const|let|var)\s+[Tt]est[\w$]*\s*=\s*(?:async\b\s*)?(?:function\b[^(\n]{0,80})?\(\s*t\b/m;

/**
 * Matches a script test in a file that is named for another test runner. Only exported functions with such a name and
 * the parameter `t` count, because the other runner's tests are functions passed as arguments, and helper functions may
 * have any form.
 */
const exportedTestFunctionPattern = /^export\s+(?:async\s+)?function\s+Test[A-Z_]\w*\s*\(\s*t\b/m;

function hasCaseKeys(file: string): boolean {
  const text = readBeginning(file).replace(/^(?:\s*(?:\/\/|#).*(?:\r?\n|$))+/, '');
  const keys = new Set(/^\s*(?:\[\s*)?\{/.test(text) ? listKeysOfFirstObject(text) : listKeysOfFirstItem(text));
  return (
    keys.has('id') &&
    assertionKeys.some((key) => keys.has(key)) &&
    ['input', 'turns', 'simulator'].some((key) => keys.has(key)) &&
    keys.isSubsetOf(keysOfCase)
  );
}

/** True for a report of a run in JSON lines, which has the same extension as a case file. */
export function isLineReport(file: string): boolean {
  return REPORT_START_PATTERN.test(readBeginning(file));
}

/**
 * False for a data file, whose first object has keys that no case has. A file without an object, or with a broken
 * object, is accepted, so that its reader can report the problem.
 */
function mayStartWithCases(file: string): boolean {
  if (isLineReport(file)) return false;
  const text = readBeginning(file, FIRST_OBJECT_BYTES).replace(/^(\s*\/\/.*(\r?\n|$))+/, '');
  const keys = text.trimStart().startsWith('{') ? listKeysOfFirstObject(text) : [];
  return keys.some(isCaseKey) || keys.every((key) => keysOfCase.has(key));
}

/**
 * True for a key of a case. Accepts misspelt keys, because a suite must not disappear because of a typo in its first
 * case.
 */
function isCaseKey(key: string): boolean {
  return findNearestWord(key, characteristicCaseKeys) !== undefined;
}

function listKeysOfFirstObject(text: string): string[] {
  if (findTooDeepOffset(text) !== undefined) return [];
  const keys: string[] = [];
  let depth = 0;
  visit(text, {
    onObjectBegin() {
      depth += 1;
    },
    onObjectEnd() {
      depth -= 1;
    },
    onObjectProperty(key) {
      if (depth === 1) keys.push(key);
    },
  });
  return keys;
}

/** Returns the keys of the first item of a block-style YAML list. */
function listKeysOfFirstItem(text: string): string[] {
  const [item = ''] = /^- +\w+:.*(?:\r?\n(?:[ \t].*)?)*/.exec(text) ?? [];
  const indent = /^- +/.exec(item)?.[0].length ?? 0;
  return item.split(/\r?\n/).flatMap((line, lineIndex) => {
    const ownIndent = lineIndex === 0 || /^ *(?=\S)/.exec(line)?.[0].length === indent ? line.slice(indent) : '';
    return /^(\w+):/.exec(ownIndent)?.[1] ?? [];
  });
}

/**
 * True if a text begins with a list of cases. Only the beginning is parsed, so that an error further on does not hide
 * the file.
 */
function isStartOfCaseList(text: string): boolean {
  return (
    /^\s*(?:\/\/[^\n]*\n\s*)*\[\s*(?:\/\/[^\n]*\n\s*)*\{/.test(text) &&
    /"id"\s*:/.test(text) &&
    /"(input|checkpoints|turns)"\s*:/.test(text)
  );
}

/** True for a table whose header has the columns of experiments. All other tables are ordinary data. */
function isStartOfExperimentTable(text: string): boolean {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  return /\bscorer_type\b/i.test(header) && /\bid\b/i.test(header);
}

/** Reads the first bytes of a file. A report with a custom `--output` name is recognized by its first line. */
function readBeginning(file: string, length = BEGINNING_BYTES): string {
  const fileHandle = openFileHandle(file);
  if (fileHandle === undefined) return '';
  try {
    const bytes = Buffer.alloc(Math.min(length, fstatSync(fileHandle).size));
    return bytes.toString('utf8', 0, readSync(fileHandle, bytes, 0, bytes.length, 0)).replace(/^\ufeff/, '');
  } finally {
    closeSync(fileHandle);
  }
}

/**
 * Opens a file; undefined if it is unreadable or was just deleted, because one such file must not hide the others. When
 * its cases are read, the error is reported.
 */
function openFileHandle(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
}
