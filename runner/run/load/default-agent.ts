import path from 'node:path';
import { isTable } from '../../inputs/experiments/read-experiments.ts';
import { withoutAgentPrefix } from '../../scripts/agent-folders.ts';
import { relativePath } from '../../scripts/relative-path.ts';
import { agentOfFile } from './inspect-names.ts';

/** Warns if the `defaults` of the config test the cases in the folder of one agent with another agent. */
export function warnOfDefaultAgent(
  file: string,
  { root, agentIds, defaultAgent }: { root: string; agentIds: readonly string[]; defaultAgent: string },
): string[] {
  const name = withoutAgentPrefix(defaultAgent);
  const own = isTable(file) ? undefined : agentOfFile(file, { root, known: [...new Set([...agentIds, name])] });
  if (own === undefined || own === name) return [];
  const folder = relativePath(root, path.dirname(file));
  return [`${folder} is tested with ${name}, by "defaults" of the config, not with ${own}; -n ${own} does that`];
}
