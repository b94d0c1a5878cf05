import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { AgentError } from '../../../ports/index.ts';
import { isInsideFolder } from '../../../scripts/folder-containment.ts';
import type { Json } from '../../../values/index.ts';

type DataFolderContext = { root: string; variables: Readonly<Record<string, string | undefined>> };
/** A call with a path: the file in the data folder, and the other arguments. */
type FileCall = { file: string; values: readonly Json[]; folder: string };

/**
 * Implements `new FS("data")` and `fs.data.<Method>`, which access an application's data folder (`YAO_DATA_ROOT`,
 * otherwise `data`). Nothing outside the folder is accessible, not even through links. Paths are relative to the
 * folder, with or without a leading slash.
 */
export function callDataFolderMethod(
  { system, method, values }: { system: string; method: string; values: readonly Json[] },
  { root, variables }: DataFolderContext,
): Json {
  const name = `FS(${JSON.stringify(system)}).${method}`;
  if (system !== 'data' && system !== 'system') {
    throw new AgentError(`${name}: scripts can only use the data folder of the application here, FS("data")`, 'agent');
  }
  const run = Object.hasOwn(fileMethods, method) ? fileMethods[method] : undefined;
  if (run === undefined) {
    throw new AgentError(`${name} is not available here; available: ${Object.keys(fileMethods).join(', ')}`, 'agent');
  }
  const { YAO_DATA_ROOT: dataRoot = '' } = variables;
  const folder = path.resolve(root, dataRoot === '' ? 'data' : dataRoot);
  const [first, ...others] = values;
  return run({ file: resolveDataFile(folder, first, name), values: others, folder }) ?? null;
}

function resolveDataFile(folder: string, authoredPath: Json | undefined, name: string): string {
  const text = typeof authoredPath === 'string' ? authoredPath : '';
  const file = path.resolve(text.startsWith(`${folder}${path.sep}`) ? text : path.join(folder, text));
  if (!isInsideFolder(folder, file)) {
    throw new AgentError(`${name}: ${JSON.stringify(text)} is outside of the data folder`, 'agent');
  }
  return file;
}

const fileMethods: Record<string, (call: FileCall) => Json | undefined> = {
  Exists: ({ file }) => existsSync(file),
  IsDir: ({ file }) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false,
  IsFile: ({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
  IsLink: ({ file }) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  ReadFile: ({ file }) => readFileSync(file, 'utf8'),
  ReadFileBase64: ({ file }) => readFileSync(file, 'base64'),
  WriteFile: ({ file, values: [content] }) => writeDataFile(file, Buffer.from(requireTextContent(content))),
  WriteFileBase64: ({ file, values: [content] }) =>
    writeDataFile(file, Buffer.from(requireTextContent(content), 'base64')),
  AppendFile: ({ file, values: [content] }) => appendDataFile(file, Buffer.from(requireTextContent(content))),
  AppendFileBase64: ({ file, values: [content] }) =>
    appendDataFile(file, Buffer.from(requireTextContent(content), 'base64')),
  Remove: ({ file, folder }) => removeDataFile(file, folder, false),
  RemoveAll: ({ file, folder }) => removeDataFile(file, folder, true),
  ReadDir: ({ file, values: [recursive], folder }) =>
    readdirSync(file, { recursive: recursive === true })
      .map((entry) => path.join(file, String(entry)))
      .filter((foundPath) => isInsideFolder(folder, foundPath))
      .map((foundPath) => toDataPath(foundPath, folder))
      .toSorted(),
  Glob: ({ file, folder }) =>
    globSync(file)
      .filter((foundPath) => isInsideFolder(folder, foundPath))
      .map((foundPath) => toDataPath(foundPath, folder))
      .toSorted(),
  Mkdir: ({ file }) => doNothing(mkdirSync(file)),
  MkdirAll: ({ file }) => doNothing(mkdirSync(file, { recursive: true })),
  MkdirTemp({ file, folder }) {
    const folderPath = path.join(file, `tmp-${randomUUID()}`);
    mkdirSync(folderPath, { recursive: true });
    return toDataPath(folderPath, folder);
  },
  Copy: ({ file, values: [to], folder }) =>
    doNothing(cpSync(file, resolveDataFile(folder, to, 'FS.Copy'), { recursive: true })),
  Move: ({ file, values: [to], folder }) => doNothing(renameSync(file, resolveDataFile(folder, to, 'FS.Move'))),
  BaseName: ({ file }) => path.basename(file),
  DirName: ({ file, folder }) => toDataPath(path.dirname(file), folder),
  ExtName: ({ file }) => path.extname(file).slice(1),
  Size: ({ file }) => statSync(file).size,
  ModTime: ({ file }) => Math.floor(statSync(file).mtimeMs / 1000),
};

function requireTextContent(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  throw new AgentError('the content of a file must be a text', 'agent');
}

function writeDataFile(file: string, content: Buffer): number {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return content.length;
}

function appendDataFile(file: string, content: Buffer): number {
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, content);
  return content.length;
}

/** Removes a folder if it is empty or `recursive` is set. */
function removeDataFile(file: string, folder: string, recursive: boolean): undefined {
  if (file === folder) throw new AgentError('the data folder itself cannot be removed', 'agent');
  const isFolder = lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && !recursive && readdirSync(file).length > 0) {
    throw new AgentError(`${toDataPath(file, folder)} is not empty; RemoveAll also removes its content`, 'agent');
  }
  rmSync(file, { recursive: isFolder, force: recursive });
}

/** Returns the path in the form that scripts use: relative to the data folder, with a leading slash. */
function toDataPath(file: string, folder: string): string {
  return `/${path.relative(folder, file).split(path.sep).join('/')}`;
}

function doNothing(_value: unknown): undefined {
  return undefined;
}
