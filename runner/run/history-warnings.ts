import type { RunPlan } from '../contract/index.ts';
import type { Database } from '../history/db/index.ts';
import { readAgentPartsOfRun } from '../history/index.ts';
import { shortenRunId } from '../reporters/short-run-id.ts';
import { describeChangedParts, findChangedAgentParts } from '../verdict/index.ts';
import { addClockWarning } from './machine/clock-warning.ts';

/**
 * Finds the agents that changed since the run that a plan resumes, each with a description of the change, such as
 * `agent changed (prompts)`. Their attempts run again, because earlier results say nothing about the changed agent.
 */
export function findChangedAgents({ suites, options }: RunPlan, database: Database): Map<string, string> {
  const before = options.resume === undefined ? [] : readAgentPartsOfRun(database, options.resume);
  return new Map(
    suites.flatMap((suite) => {
      const changedParts = findChangedAgentParts(before, [suite]);
      return changedParts.length === 0 ? [] : [[suite.agentId, describeChangedParts(changedParts)]];
    }),
  );
}

/** Adds warnings about the history to the plan: a wrong clock, and agents that changed since the resumed run. */
export function addHistoryWarnings(plan: RunPlan, database: Database): RunPlan {
  return addClockWarning(addChangedAgentWarnings(plan, database), database, Date.now());
}

function addChangedAgentWarnings(plan: RunPlan, database: Database): RunPlan {
  const warnings = [...findChangedAgents(plan, database)].map(
    ([agentId, words]) =>
      `${agentId}: ${words} since run ${shortenRunId(plan.options.resume ?? '')}, so all of its cases run again`,
  );
  return warnings.length === 0 ? plan : { ...plan, warnings: [...(plan.warnings ?? []), ...warnings] };
}
