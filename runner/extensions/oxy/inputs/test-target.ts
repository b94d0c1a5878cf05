import { existsSync } from 'node:fs';
import path from 'node:path';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { agenticFilePattern, fileKindByPattern } from '../files.ts';
import type { OxyProject } from './oxy-project.ts';

export type TestTarget = { ok: true; agentId: string } | { ok: false; message: string };

const { agent, workflow } = fileKindByPattern;

/**
 * Returns the id of the agent that a test file tests: the agent file that it names, relative to the project root;
 * otherwise the one with the same name (`sales.agent.test.yml` → `sales.agent.yml`).
 */
export function resolveTestTarget(target: string | undefined, file: string, { root }: OxyProject): TestTarget {
  const targetId = target === undefined ? file.replace(/\.test(\.ya?ml)$/i, '$1') : path.resolve(root, target);
  const agentId = toRelativePath(root, targetId);
  if (target === undefined && ![agent, workflow, agenticFilePattern].some((kind) => kind.test(targetId))) {
    return {
      ok: false,
      message: '"target" is missing: it is the agent file to test, relative to the folder of config.yml',
    };
  }
  const displayTarget = target ?? agentId;
  if (workflow.test(displayTarget)) {
    const why = 'workflows take no prompts; write the tests into the "tests" of the workflow file';
    return { ok: false, message: `Unsupported test target: ${displayTarget}: ${why}` };
  }
  if (!agent.test(displayTarget) && !agenticFilePattern.test(displayTarget))
    return {
      ok: false,
      message: `Unsupported test target: ${displayTarget}: expected an .agent.yml, .agentic.yml or .aw.yml`,
    };
  if (agentId.startsWith('../'))
    return { ok: false, message: `the target ${displayTarget} lies outside of the project` };
  if (existsSync(targetId)) return { ok: true, agentId };
  const why = target === undefined ? 'derived from the name of the test file' : 'relative to the folder of config.yml';
  return { ok: false, message: `the target ${displayTarget} does not exist (${why})` };
}
