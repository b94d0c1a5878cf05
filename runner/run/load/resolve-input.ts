import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  caseFileWords,
  describeWhyNoCases,
  isCaseFileOfOtherSystem,
  isUnsupportedFile,
} from '../../extensions/workspace-files.ts';
import { parseSuiteKey } from '../../fold/index.ts';
import { type GeneratorSource, parseGeneratorSource } from '../../inputs/generator-source.ts';
import { findCommonFolder, findNearestWord } from '../../values/index.ts';
import {
  isLineReport,
  listCaseFilesBelow,
  listCaseFilesMatching,
  listHiddenCaseFiles,
  listIgnoredFilesBelow,
} from '../../workspace/case-files.ts';
import { UsageError } from '../usage-error.ts';

/** `folder` is the folder of the input, in which the search for its agent starts and reports are written. */
export type ResolvedInput =
  | FilesInput
  /** A file with test functions: its path, or a reference such as scripts.expense.setup. */
  | { kind: 'scripts'; folder: string; script: string }
  | { kind: 'generator'; folder: string; generator: GeneratorSource }
  /** The text of a case file, passed by the running program. */
  | { kind: 'cases'; folder: string; name: string; text: string }
  | { kind: 'message'; folder: string; text: string };

/** The rows of a table. `types` has the scorer types whose rows are read, if only some rows are read. */
export type FilesInput = {
  kind: 'files';
  folder: string;
  files: readonly string[];
  types?: ReadonlyMap<string, readonly string[]>;
  /**
   * Files in a folder that begin like a case file, but are ignored because of their names or the names of their
   * folders.
   */
  misnamed?: readonly string[];
  /** Script tests in a folder. They do not run together with its cases. */
  scriptTests?: readonly string[];
};

export const testFilePattern = /_test\.[cm]?[jt]s$/;
const scriptTestsPattern = /^scripts\.[^\s/\\]+$/;
/** A single word that matches this is treated as a path, not as a message. To send it as a message, use `--message`. */
const pathWordPattern = /^[\w.*?/-]+$/;
/** If the command line names the agent, a word that matches this is a message, unless it resembles an existing path. */
const plainWordPattern = /^[\w-]+$/;

/** `isForAgent` is true if the command names the agent. */
export type InputContext = { cwd: string; isForAgent?: boolean };

/**
 * Resolves inputs: case files (`@file` for any file name), folders and globs of case files, the rows of a table for one
 * scorer type (`cases.csv#toxicity`), a script with tests, a case generator, or one message for the agent. A text that
 * looks like a path but does not exist is an error, never a message, because a mistyped name must not be sent to the
 * agent. Kinds of input that this version cannot run are errors, too.
 */
export function resolveInputs(inputs: readonly string[], { cwd, isForAgent = false }: InputContext): ResolvedInput {
  const mayBeWord = isForAgent && inputs.length === 1;
  // A glob that the shell has expanded may include reports, which are not case files. A folder's reports are ignored as
  // well.
  const withoutReports = inputs.filter((input) => !isExistingReport(input, cwd));
  const namedInputs = withoutReports.length === 0 ? inputs : withoutReports;
  const [first, ...others] = namedInputs.map((input) => resolveInput(input, cwd, mayBeWord));
  if (first === undefined) throw new UsageError('nothing to test');
  if (others.length === 0) return first;
  const several = [first, ...others].map((resolved, position) => {
    if (resolved.kind === 'files') return resolved;
    throw new UsageError(
      `several inputs must be case files or folders; ${JSON.stringify(namedInputs[position])} is neither`,
      ['A message of several words needs quotes around it.'],
    );
  });
  const files = several.flatMap((input) => input.files);
  const misnamed = [...new Set(several.flatMap((input) => input.misnamed ?? []))];
  const scriptTests = [...new Set(several.flatMap((input) => input.scriptTests ?? []))];
  return {
    kind: 'files',
    folder: findCommonFolder(files, path.sep) || path.sep,
    files: [...new Set(files)],
    types: collectScorerTypesByTable(several),
    misnamed,
    scriptTests,
  };
}

/** The requested scorer types of each table. If a table is also named without a type, all of its rows are used. */
function collectScorerTypesByTable(inputs: readonly FilesInput[]): Map<string, string[]> {
  const wholeFiles = new Set(inputs.flatMap(({ files, types }) => files.filter((file) => types?.has(file) !== true)));
  const types = new Map<string, string[]>();
  for (const [file, some] of inputs.flatMap((input) => [...(input.types ?? [])])) {
    if (!wholeFiles.has(file)) types.set(file, [...(types.get(file) ?? []), ...some]);
  }
  return types;
}

/** The text of `--message`, which is a message even if it looks like a path. */
export function toNonEmptyMessageInput(text: string, cwd: string): ResolvedInput {
  if (text.trim() === '') throw new UsageError('--message: the message is empty');
  return { kind: 'message', folder: cwd, text };
}

/** Returns the files that paths, folders and globs lead to. Throws for any other input. */
export function resolveFileInputs(paths: readonly string[], cwd: string): FilesInput {
  const missingPath = paths.find((each) => !/[*?[{#@]/.test(each) && !existsSync(path.resolve(cwd, each)));
  if (missingPath !== undefined) throw createFileNotFoundError(missingPath, path.resolve(cwd, missingPath));
  const resolved = resolveInputs(paths, { cwd });
  if (resolved.kind === 'files') return resolved;
  throw createFileNotFoundError(paths.join(' '), path.resolve(cwd, paths[0] ?? ''));
}

function resolveInput(input: string, cwd: string, mayBeWord = false): ResolvedInput {
  if (input.trim() === '') throw new UsageError('the input is empty: name a case file or write a message');
  if (isFileReference(input, cwd)) return requireNamedFile(input.slice(1), cwd);
  if (scriptTestsPattern.test(input) && !isCaseFileName(input)) return { kind: 'scripts', folder: cwd, script: input };
  const generator = parseGeneratorSource(input);
  if (generator !== undefined) return { kind: 'generator', folder: cwd, generator };
  const file = path.resolve(cwd, input);
  if (isDirectory(file)) return resolveDirectoryInput(input, file);
  if (isUnsupportedFile(input)) {
    throw new UsageError(
      describeWhyNoCases(input) ?? `${input} holds no cases that run here; name a case file (.jsonl)`,
    );
  }
  if (isCaseFileName(input) && existsSync(file)) return resolveCaseFile(input, file);
  if (testFilePattern.test(input) && existsSync(file))
    return { kind: 'scripts', folder: path.dirname(file), script: file };
  const rows = resolveTableRows(input, cwd);
  if (rows !== undefined && !existsSync(file)) return rows;
  if (existsSync(file)) throw createNotACaseFileError(input);
  if (!couldBePath(input) || (mayBeWord && isPlainWordWithoutSimilarFile(input, file)))
    return toMessageUnlessSimilarFile(input, { file, cwd });
  if (/[*?[{]/.test(input)) return resolveGlobInput(input, cwd);
  throw createFileNotFoundError(input, file, isCaseFileName(input) ? [] : [formatMessageHint(input)]);
}

function toMessageUnlessSimilarFile(text: string, { file, cwd }: { file: string; cwd: string }): ResolvedInput {
  if (suggestFileName(file) === undefined) return { kind: 'message', folder: cwd, text };
  throw createFileNotFoundError(text, file, [
    `To send this text as a message, use --message: turntree test --message "${text}"`,
  ]);
}

function couldBePath(input: string): boolean {
  return isCaseFileName(input) || pathWordPattern.test(input) || looksLikePath(input);
}

function isPlainWordWithoutSimilarFile(input: string, file: string): boolean {
  return plainWordPattern.test(input) && findSimilarFile(file) === undefined;
}

/** True for `@path`, which means a file, as in Yao and curl. If several words follow the @, it is a message. */
function isFileReference(input: string, cwd: string): boolean {
  return /^@\S*$/.test(input) || (input.startsWith('@') && existsSync(path.resolve(cwd, input.slice(1))));
}

/** Returns the file after an `@`, which is read as a case file whatever its name is. */
function requireNamedFile(name: string, cwd: string): ResolvedInput {
  const hint = 'To send a message that begins with @, put a space in front of it.';
  if (name === '') throw new UsageError('no file name after the @: write @tests/cases.jsonl', [hint]);
  const file = path.resolve(cwd, name);
  if (!existsSync(file)) throw createFileNotFoundError(`@${name}`, file, [hint]);
  const isKnown = isDirectory(file) || isCaseFileName(name) || testFilePattern.test(name) || isUnsupportedFile(name);
  return isKnown ? resolveInput(name, cwd) : { kind: 'files', folder: path.dirname(file), files: [file] };
}

function isCaseFileName(input: string): boolean {
  return /\.(jsonl|json|csv)$/i.test(input) || isCaseFileOfOtherSystem(input);
}

function resolveCaseFile(input: string, file: string): FilesInput {
  if (isLineReport(file)) throw new UsageError(`${input} is the report of a run; name a case file instead`);
  return { kind: 'files', folder: path.dirname(file), files: [file] };
}

function isExistingReport(input: string, cwd: string): boolean {
  const file = path.resolve(cwd, input);
  return input.endsWith('.jsonl') && existsSync(file) && !isDirectory(file) && isLineReport(file);
}

function resolveTableRows(input: string, cwd: string): FilesInput | undefined {
  const { file, scorer } = parseSuiteKey(path.resolve(cwd, input));
  if (scorer === undefined || !existsSync(file) || isDirectory(file)) return undefined;
  return { kind: 'files', folder: path.dirname(file), files: [file], types: new Map([[file, [scorer]]]) };
}

function createNotACaseFileError(input: string): UsageError {
  return new UsageError(describeWhyNoCases(input) ?? `${input} is not a case file; name one that ends in .jsonl`);
}

function createFileNotFoundError(input: string, file: string, hint: readonly string[] = []): UsageError {
  const similarFile = findSimilarFile(file);
  const suggestion = similarFile === undefined ? [] : [`did you mean ${path.join(path.dirname(input), similarFile)}?`];
  return new UsageError(`${input} does not exist`, [`looked for ${file}`, ...suggestion, ...hint]);
}

/**
 * Returns the path that the user probably meant: in the same folder, with a similar name or with an extension added.
 */
function findSimilarFile(file: string): string | undefined {
  const folder = path.dirname(file);
  if (!isDirectory(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => isCaseFileName(name) || isDirectory(path.join(folder, name)));
  const baseName = path.basename(file);
  return findNearestWord(baseName, names) ?? names.find((name) => name.slice(0, name.indexOf('.')) === baseName);
}

/**
 * Finds a folder or case file in the same folder whose name has the same words, joined differently: `my-tests` for `my
 * tests`.
 */
function suggestFileName(file: string): string | undefined {
  const folder = path.dirname(file);
  const baseName = path.basename(file);
  if (!/^[\w.-]+(?: [\w.-]+)+$/.test(baseName) || !isDirectory(folder)) return undefined;
  return readdirSync(folder).find(
    (name) =>
      name.replace(/[-_]/g, ' ').toLowerCase() === baseName.replace(/[-_]/g, ' ').toLowerCase() &&
      (isCaseFileName(name) || isDirectory(path.join(folder, name))),
  );
}

function formatMessageHint(text: string): string {
  return `To send one word as a message, use --message: turntree test --message ${text}`;
}

function resolveDirectoryInput(input: string, folder: string): ResolvedInput {
  const files = listCaseFilesBelow(folder).map((key) => path.join(folder, key));
  const ignored = listIgnoredFilesBelow(folder);
  const misnamed = [...ignored.misnamed, ...listHiddenCaseFiles(folder)].map((key) => path.join(folder, key));
  const scriptTests = ignored.scriptTests.map((key) => path.join(folder, key));
  if (files.length > 0) return { kind: 'files', folder, files, misnamed, scriptTests };
  throw new UsageError(`no case files below ${input}`, [`looked in ${folder}`, caseFileHint]);
}

function resolveGlobInput(pattern: string, cwd: string): ResolvedInput {
  const files = listCaseFilesMatching(pattern, cwd);
  if (files.length > 0) return { kind: 'files', folder: findCommonFolder(files, path.sep) || path.sep, files };
  const hint = pathWordPattern.test(pattern) ? [formatMessageHint(`"${pattern}"`)] : [];
  throw new UsageError(`no case file matches ${pattern}`, [`looked from ${cwd}`, caseFileHint, ...hint]);
}

/** Explains that a file looks like cases or script tests, but is ignored because of its name. */
export function describeMisnamedFile(file: string): string {
  const name = path.basename(file);
  if (/\.[cm]?[jt]s$/.test(name))
    return 'this file looks like script tests but is ignored; the names of script tests end in _test.ts or _test.js';
  const isHidden = name.endsWith('.jsonl') && !name.startsWith('output-');
  const rule = isHidden
    ? 'hidden files and folders are left out'
    : 'the names of case files end in .jsonl and do not begin with output-';
  return `this file looks like cases but is ignored; ${rule}`;
}

const caseFileEndings = ['in .jsonl', 'in .csv with a scorer_type', ...caseFileWords];
const caseFileHint = `Case files end ${caseFileEndings.join(', ')}, or in .json with a list; reports (output-*) do not count.`;

function isDirectory(folder: string): boolean {
  return existsSync(folder) && statSync(folder).isDirectory();
}

/** True for a text that contains a path separator but no white space; messages usually contain white space. */
function looksLikePath(input: string): boolean {
  return /^[^\s/\\]*[/\\]\S*$/.test(input);
}
