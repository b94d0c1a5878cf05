import type { AgentsHandle } from '../../agents/create-agents.ts';
import type { TestCase } from '../../contract/index.ts';
import { findOwnConsistencyJudge } from '../load/judge-models.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { LintFinding } from './lint-finding.ts';

/** Warns if the judge of a file's consistency cases is the model of the agent that it judges. */
export function lintConsistencyJudges(
  { cwd, agents }: { cwd: string; agents: AgentsHandle },
  file: string,
  { cases, agentId }: { cases: readonly TestCase[]; agentId?: string | undefined },
): LintFinding[] {
  const found = agentId === undefined ? undefined : findOwnConsistencyJudge({ cases, agentId }, agents);
  if (found === undefined) return [];
  return [{ severity: 'warning', file: formatDisplayPath(file, cwd), column: 1, ...found }];
}
