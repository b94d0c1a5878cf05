import { existsSync } from 'node:fs';
import path from 'node:path';
import { AgentError } from '../engine/ports.ts';
import { bareAgentId, findFolderAbove, listAgentFolders } from './agent-folders.ts';

export type ScriptReference = {
  kind: 'hook' | 'function';
  reference: string;
  /** Folder of the case file that says it. */
  baseDir: string;
  agentId: string;
};

export type ScriptPlace = { file: string; functionName: string };

const extensions = ['.ts', '.js', '.mts', '.mjs'];

/**
 * The file and function behind `env_test.Before`, `src/env_test.Before`, `env.Before` or `scripts.checks.IsPolite`.
 * Hooks live in `src/` of the agent's folder, functions there or in `scripts/` of the workspace.
 */
export function resolveScript(root: string, wanted: ScriptReference): ScriptPlace {
  const { modulePath, functionName } = partsOf(wanted.reference);
  const stems = stemsOf(root, wanted, modulePath);
  for (const stem of stems) {
    const file = extensions.map((extension) => stem + extension).find((candidate) => existsSync(candidate));
    if (file !== undefined) return { file, functionName };
  }
  const looked = stems.map((stem) => `${path.relative(root, stem).split(path.sep).join('/')}.ts`);
  throw new AgentError(
    `script "${wanted.reference}" not found; looked for ${looked.join(', ')} (or .js) in ${root}`,
    'configuration',
  );
}

function partsOf(reference: string): { modulePath: string; functionName: string } {
  const bare = reference.replace(/^scripts[:.]/, '').replace(/^src[./]/, '');
  const segments = bare.replace(/\.[cm]?[jt]s(?=\.\w+$)/, '').split(/[./]/);
  const functionName = segments.pop() ?? '';
  if (segments.length === 0 || [...segments, functionName].some((segment) => segment === '')) {
    throw new AgentError(`script "${reference}" names no module and function; write module.Function`, 'configuration');
  }
  return { modulePath: path.join(...segments), functionName };
}

function stemsOf(root: string, wanted: ScriptReference, modulePath: string): string[] {
  const own = path.join(agentDir(root, wanted), 'src', modulePath);
  if (wanted.kind === 'hook') return own.endsWith('_test') ? [own] : [`${own}_test`, own];
  return [own, path.join(root, 'scripts', modulePath)];
}

function agentDir(root: string, wanted: ScriptReference): string {
  const above = findFolderAbove(path.join(path.resolve(root, wanted.baseDir), 'cases.jsonl'), root);
  if (above !== undefined) return above.dir;
  return listAgentFolders(root).get(bareAgentId(wanted.agentId))?.dir ?? root;
}
