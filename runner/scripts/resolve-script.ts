import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AgentError } from '../ports/index.ts';
import { findNearestWord } from '../values/index.ts';
import { type AgentFolders, removeAgentPrefix } from './agent-folders.ts';
import { isResolvedInsideFolder } from './folder-containment.ts';
import { listFunctionNames } from './function-names.ts';
import { toRelativePath } from './relative-path.ts';

export type ScriptReference = {
  kind: 'hook' | 'function';
  reference: string;
  /** The folder of the case file that contains the reference to the script. */
  baseDir: string;
  agentId: string;
};

export type ScriptLocation = { file: string; functionName: string };

/** The reason why a script was not found, and the most likely reference. */
export type ScriptProblem = { message: string; suggestion?: string | undefined };

type NamedScript = Pick<ScriptReference, 'kind' | 'reference'>;

const scriptFileExtensions = ['.ts', '.js', '.mts', '.mjs'];

/**
 * Finds the file and function of `env_test.Before`, `src/env_test.Before`, `env.Before` or `scripts.checks.IsPolite`.
 * `scripts:tests.validate-expense` is not a function name and means the default export of `tests/validate-expense`.
 * Hooks are in `src/` of the agent's folder; functions are there or in `scripts/` of the workspace.
 */
export function resolveScript(root: string, script: ScriptReference, folders: AgentFolders): ScriptLocation {
  const result = findScript(root, script, [findAgentFolderOfScript(root, script, folders)]);
  if ('file' in result) return result;
  const hint = result.suggestion === undefined ? '' : `. Did you mean ${result.suggestion}?`;
  throw new AgentError(`${result.message}${hint}`, 'configuration');
}

/** Like `resolveScript`, but looks in the folders of all these agents and returns the problem instead of throwing. */
export function findScript(
  root: string,
  named: NamedScript,
  agents: readonly string[],
): ScriptLocation | ScriptProblem {
  const parts = parseScriptReference(named.reference);
  if (parts === undefined) {
    return { message: `script "${named.reference}" does not name a module and a function; write module.Function` };
  }
  const { modulePath, functionName } = parts;
  const folders = [...agents.map((dir) => path.join(dir, 'src')), ...listSharedScriptFolders(root, named)];
  const stems = folders.flatMap((folder) => listModuleStems(folder, named, modulePath));
  for (const stem of stems) {
    const file = scriptFileExtensions.map((extension) => stem + extension).find((candidate) => existsSync(candidate));
    if (file === undefined) continue;
    if (isResolvedInsideFolder(root, file)) return { file, functionName };
    return {
      message: `script "${named.reference}" is a link that leads out of the workspace: ${toRelativePath(root, file)}`,
    };
  }
  const looked =
    agents.length > 1 ? 'src of every agent' : stems.map((stem) => `${toRelativePath(root, stem)}.ts`).join(', ');
  return {
    message: `script "${named.reference}" not found; looked for ${looked} (or .js) in ${root}`,
    suggestion: suggestNearestScript(named.reference, folders),
  };
}

function parseScriptReference(reference: string): { modulePath: string; functionName: string } | undefined {
  const bare = reference.replace(/^scripts[:.]/, '').replace(/^src[./]/, '');
  const segments = bare.replace(/\.[cm]?[jt]s(?=\.\w+$)/, '').split(/[./]/);
  const last = segments.pop() ?? '';
  // A name with a hyphen, such as `validate-expense`, cannot be a function: it is a file with a default export.
  const isFile = last.includes('-') && /^[\w-]+$/.test(last);
  const functionName = isFile ? 'default' : last;
  if (isFile) segments.push(last);
  if (segments.length === 0 || [...segments, functionName].some((segment) => segment === '')) return undefined;
  return { modulePath: path.join(...segments), functionName };
}

function listSharedScriptFolders(root: string, { kind }: NamedScript): string[] {
  return kind === 'hook' ? [] : [path.join(root, 'scripts')];
}

function listModuleStems(folder: string, { kind }: NamedScript, modulePath: string): string[] {
  const stem = path.join(folder, modulePath);
  return kind === 'hook' && !stem.endsWith('_test') ? [`${stem}_test`, stem] : [stem];
}

function findAgentFolderOfScript(root: string, script: ScriptReference, folders: AgentFolders): string {
  const above = folders.above(path.join(path.resolve(root, script.baseDir), 'cases.jsonl'), root);
  if (above !== undefined) return above.dir;
  return folders.below(root).get(removeAgentPrefix(script.agentId))?.dir ?? root;
}

const MAX_FILES = 500;

/** Suggests the most similar function in these folders, in the same notation as the reference. */
function suggestNearestScript(reference: string, folders: readonly string[]): string | undefined {
  const [, prefix = '', requestedName = ''] = /^((?:scripts[:.])?(?:src[./])?)(.*)$/.exec(reference) ?? [];
  const separator = requestedName.includes('/') ? '/' : '.';
  const isShort = !/_test\.\w+$/.test(requestedName);
  const candidates = folders.flatMap((folder) => listFunctionReferences(folder, { separator, isShort }));
  const near = findNearestWord(requestedName, candidates);
  return near === undefined ? undefined : prefix + near;
}

/**
 * Lists the functions that a case may name, as `scripts.module.Function`; modules of hooks are listed without `_test`.
 */
export function listScripts(root: string, kind: NamedScript['kind'], agents: readonly string[]): string[] {
  const folders = [
    ...agents.map((dir) => path.join(dir, 'src')),
    ...listSharedScriptFolders(root, { kind, reference: '' }),
  ];
  const names = folders.flatMap((folder) =>
    listFunctionReferences(folder, { separator: '.', isShort: kind === 'hook' }),
  );
  return [...new Set(names)].sort().map((name) => `scripts.${name}`);
}

function listFunctionReferences(
  folder: string,
  { separator, isShort }: { separator: string; isShort: boolean },
): string[] {
  return listScriptFiles(folder).flatMap((file) => {
    const module = file
      .replace(/\.\w+$/, '')
      .split(path.sep)
      .join(separator);
    const name = isShort ? module.replace(/_test$/, '') : module;
    return listFunctionNames(readFileSync(path.join(folder, file), 'utf8')).map(
      (functionName) => `${name}.${functionName}`,
    );
  });
}

function listScriptFiles(folder: string): string[] {
  const files = globSync('**/*.{ts,js,mts,mjs}', { cwd: folder, exclude: (name) => /node_modules$/.test(name) });
  return files.filter((file) => !/\.d\.m?ts$/.test(file)).slice(0, MAX_FILES);
}
