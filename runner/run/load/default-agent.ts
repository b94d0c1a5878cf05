import path from 'node:path';
import { isTableFile } from '../../inputs/experiments/read-experiments.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { findAgentOfFile } from './inspect-names.ts';

/** Warns if, because of the config's `defaults`, the cases in the folder of one agent would test another agent. */
export function warnOfDefaultAgent(
  file: string,
  { root, agentIds, defaultAgent }: { root: string; agentIds: readonly string[]; defaultAgent: string },
): string[] {
  const name = removeAgentPrefix(defaultAgent);
  const agentOfFile = isTableFile(file)
    ? undefined
    : findAgentOfFile(file, { root, known: [...new Set([...agentIds, name])] });
  if (agentOfFile === undefined || agentOfFile === name) return [];
  const folder = toRelativePath(root, path.dirname(file));
  return [
    `${folder} is tested with ${name}, because of "defaults" in the config, not with ${agentOfFile}; to test that agent, use -n ${agentOfFile}`,
  ];
}
