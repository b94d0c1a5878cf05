import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { AgentError } from '../ports/index.ts';
import { findNearestWord } from '../values/index.ts';
import { type AgentFolder, type AgentFolders, removeAgentPrefix } from './agent-folders.ts';
import { toRelativePath } from './relative-path.ts';

type AgentFoldersById = ReadonlyMap<string, AgentFolder>;

const testFileEndings = ['_test.ts', '_test.js', '_test.mts', '_test.mjs'];

/**
 * Returns the file of a reference such as `scripts.expense.setup`: `src/setup_test.ts` of the agent whose id is the
 * longest beginning of the reference, or `scripts/expense/setup_test.ts` of the workspace.
 */
export function locateTestModule(root: string, reference: string, folders: AgentFolders): string {
  const agents = folders.below(root);
  const segments = removeAgentPrefix(reference.replace(/^scripts\./, ''))
    .replace(/_test(\.[cm]?[jt]s)?$/, '')
    .split('.');
  const stems = listCandidateStems(root, segments, agents);
  for (const stem of stems) {
    const file = testFileEndings.map((ending) => stem + ending).find((candidate) => existsSync(candidate));
    if (file !== undefined) return file;
  }
  const looked = stems.map((stem) => `${toRelativePath(root, stem)}_test.ts`).join(', ');
  throw new AgentError(
    `${reference}: there are no such tests; looked for ${looked} (or .js) in ${root}${describeSimilarModules(root, reference, agents)}`,
    'configuration',
  );
}

function listCandidateStems(root: string, segments: readonly string[], agents: AgentFoldersById): string[] {
  const stems: string[] = [];
  for (let count = segments.length - 1; count > 0; count -= 1) {
    const agent = agents.get(segments.slice(0, count).join('.'));
    if (agent !== undefined) stems.push(path.join(agent.dir, 'src', ...segments.slice(count)));
  }
  return [...stems, path.join(root, 'scripts', ...segments)];
}

function describeSimilarModules(root: string, reference: string, agents: AgentFoldersById): string {
  const references = [...agents.values()].flatMap(({ id, dir }) =>
    listTestReferences(path.join(dir, 'src'), `scripts.${id}.`),
  );
  const near = findNearestWord(reference, [
    ...references,
    ...listTestReferences(path.join(root, 'scripts'), 'scripts.'),
  ]);
  return near === undefined ? '' : `. Did you mean ${near}?`;
}

function listTestReferences(dir: string, prefix: string): string[] {
  const files = globSync('**/*_test.{ts,js,mts,mjs}', { cwd: dir });
  return files.map((file) => prefix + file.replace(/_test\.\w+$/, '').replaceAll(/[/\\]/g, '.'));
}
