import { findNoRepeatReason } from '../prepare/check-repeats.ts';
import type { PreparedRun } from '../prepare.ts';
import { UsageError } from '../usage-error.ts';
import type { BisectTarget } from './bisect-target.ts';

/** Throws if the conversation cannot be continued from the middle, or must not be repeated. */
export function requireForkable(prepared: PreparedRun, { run, row, state }: BisectTarget): void {
  const { plan, agents, config } = prepared;
  const [plannedCase] = plan.cases;
  if (plannedCase === undefined) throw new UsageError(`bisect: the case ${row.id} is not in ${row.suiteKey} any more`);
  requireSameContent(plannedCase.case.hash, { run, row, state });
  const { agentId, case: testCase } = plannedCase;
  const reason = agents.notForkable(agentId) ?? findNoRepeatReason(plannedCase, agents);
  if (reason !== undefined) {
    throw new UsageError(`bisect: the conversation cannot be played again: ${reason}`, [
      'An agent may be played again if its tools are mocked by the case, or if its config entry says "repeatable": true.',
      'The agent must also receive the whole conversation with every request.',
    ]);
  }
  const hook = testCase.before ?? plan.options.before;
  if (hook === undefined || config.agents[agentId]?.repeatable === true) return;
  throw new UsageError(
    `bisect: the hook ${hook} runs before the case, and what it sets up cannot be restored after a turn`,
    ['If it may run before every rollout, write "repeatable": true at the agent in the config.'],
  );
}

function requireSameContent(hash: string, { run, row, state }: BisectTarget): void {
  if (row.hash === hash && state.result?.hash === hash) return;
  throw new UsageError(`bisect: the case ${row.id} has changed since run ${run.runId}`, [
    'The kept turns would be judged by other rules. Run the case again and bisect that run.',
  ]);
}
