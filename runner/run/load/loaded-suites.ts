import type { SuiteCases } from '../../engine/plan-run.ts';
import type { CaseProblem, InputProblem } from '../../inputs/problem.ts';

/**
 * The agent of a suite as far as the input determines it. `agentId` is the agent that the file names. For suites
 * without an agent it has a special value: `script` for script tests that belong to no agent, `scorer` for rows that
 * are scored without calling an agent.
 */
export type SuiteOrigin = { key: string; agentId?: string | undefined; script?: string; scorer?: string };

export type LoadedSuites = {
  suites: SuiteCases<SuiteOrigin>[];
  warnings: (string | InputProblem | CaseProblem)[];
  /** Names in cases that do not exist in the workspace. */
  missing?: CaseProblem[];
  /** The number of disabled rows that were left out. */
  disabled?: number;
};
