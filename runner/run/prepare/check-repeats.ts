import type { AgentsHandle } from '../../agents/create-agents.ts';
import type { RepeatConditions } from '../../agents/not-repeatable.ts';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { isJudgedByAccuracy, isJudgedByScores } from '../../fold/index.ts';
import { runKinds } from '../../kinds/kinds.ts';
import type { RunKind } from '../../ports/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Checks whether attempts may be repeated, because a repetition calls the agent's tools again. This is allowed if no
 * real tools are called, or if the workspace declares the agent repeatable. Throws with the reasons if it is not
 * allowed.
 */
export function requireRepeatableAttempts({ plan, agents }: Pick<PreparedRun, 'plan' | 'agents'>): void {
  const { autoRuns, retries, cassette } = plan.options;
  const flag = autoRuns === undefined ? '--retries' : '--runs auto';
  if (autoRuns === undefined && retries === undefined) return;
  if (autoRuns !== undefined) requirePassFailCases(plan);
  const isReplayed = cassette === 'strict';
  const reasons = new Map<string, string[]>();
  for (const plannedCase of plan.cases) {
    const reason = findNoRepeatReason(plannedCase, agents, { isReplayed });
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), plannedCase.case.id]);
  }
  if (reasons.size === 0) return;
  throw new UsageError(`${flag} would call real tools again`, [
    ...[...reasons].map(([reason, ids]) => `${reason} (${formatShortIdList(ids)})`),
    isReplayed
      ? 'A replay runs these agents. Mock the tools of these cases, or write "repeatable": true or "record": "answers" at the agent in the config.'
      : 'Mock the tools of these cases, replay them with --replay strict, or write "repeatable": true at the agent in the config.',
  ]);
}

/**
 * Throws if the config entry of an agent says that the agent is not repeatable, because an attack repeats attempts.
 * This holds although attacks call no real tools.
 */
export function requireAttackAllowed({
  plan,
  config,
  experiment,
}: Pick<PreparedRun, 'plan' | 'config' | 'experiment'>): void {
  if (experiment?.purpose !== 'attack') return;
  for (const { agentId } of plan.suites) {
    const entry = Object.hasOwn(config.agents, agentId) ? config.agents[agentId] : undefined;
    if (entry?.repeatable !== false) continue;
    throw new UsageError(`an attack would repeat attempts of agent "${agentId}"`, [
      `agent "${agentId}" is not "repeatable"; no attempt was run`,
    ]);
  }
}

/** Returns why an attempt must not be repeated; undefined if it may be repeated. */
export function findNoRepeatReason(
  plannedCase: PlannedCase,
  agents: Pick<AgentsHandle, 'notRepeatable'>,
  conditions: RepeatConditions = {},
): string | undefined {
  return canRepeatSafely(plannedCase) ? undefined : agents.notRepeatable(plannedCase.agentId, conditions);
}

/** Rejects `--runs auto` for cases that only measure a score. Such cases have no passed or failed attempts. */
function requirePassFailCases({ cases }: RunPlan): void {
  const other = cases.find((plannedCase) => isJudgedByAccuracy(plannedCase.case) || isJudgedByScores(plannedCase.case));
  if (other === undefined) return;
  throw new UsageError(`--runs auto is for cases that pass or fail; ${other.suiteKey} only measures`, [
    'Give --runs a number for consistency tests and tables.',
  ]);
}

/** True if a repetition has no side effects: nothing runs, no agent is called, or all tools of the agent are mocked. */
function canRepeatSafely({ skipReason, agentId, case: testCase }: PlannedCase): boolean {
  if (skipReason !== undefined) return true;
  const kind: RunKind = runKinds[testCase.kind];
  if (![...kind.listCalledAgents(testCase, { id: agentId })].some(({ id }) => id === agentId)) return true;
  if (!('mocks' in testCase || 'state' in testCase)) return false;
  return (testCase.mocks !== undefined || testCase.state !== undefined) && (testCase.pass ?? []).length === 0;
}

function formatShortIdList(ids: readonly string[]): string {
  return ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
}
