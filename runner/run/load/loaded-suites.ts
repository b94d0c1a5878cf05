import type { SuiteCases } from '../../engine/plan-run.ts';
import type { CaseProblem, Problem } from '../../inputs/problem.ts';

/**
 * What an input says of who answers a suite: `agentId` of a file that names its agent. Script tests ask no agent; when
 * they belong to none, they go by the name of their script, and what is scored as it stands by that of its scorer.
 */
export type SuiteOrigin = { key: string; agentId?: string | undefined; script?: string; scorer?: string };

export type LoadedSuites = {
  suites: SuiteCases<SuiteOrigin>[];
  warnings: (string | Problem | CaseProblem)[];
  /** Names in cases that the workspace lacks. */
  missing?: CaseProblem[];
  /** The rows of tables that are left out. */
  disabled?: number;
};
