import { getValidatorId } from '../../assertions/agent/agent-rules.ts';
import { listUnreachableLimits } from '../../assertions/limits.ts';
import type { Assertion, PlannedCase } from '../../contract/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import { listRules } from '../../kinds/recorded/mutate-recording.ts';
import { removeAgentPrefix } from '../../scripts/agent-folders.ts';
import { abbreviateNameList, formatGoDuration } from '../../values/index.ts';

/**
 * Lists suspicious rules of the planned cases. Each rule is listed once, with all of its cases. `turntree lint` cannot
 * find these rules, because it knows neither the agent nor the timeout of a run.
 */
export function warnOfSuspiciousRules(cases: Iterable<PlannedCase>): string[] {
  const ids = new Map<string, Set<string>>();
  for (const plannedCase of cases) {
    if (plannedCase.skipReason !== undefined || !isStandardOrDynamicCase(plannedCase.case)) continue;
    for (const rule of listRules(plannedCase.case)) {
      for (const doubt of [...warnOfLongLimit(rule, plannedCase), ...warnOfSelfJudge(rule, plannedCase)]) {
        ids.set(doubt, (ids.get(doubt) ?? new Set()).add(plannedCase.case.id));
      }
    }
  }
  return [...ids].map(([doubt, names]) => `${doubt} (${abbreviateNameList([...names])})`);
}

/**
 * Warns about a limit that is longer than the run's timeout. If the case has its own timeout, `turntree lint` already
 * reports this.
 */
function warnOfLongLimit(rule: Assertion, { timeoutMs, case: testCase }: PlannedCase): string[] {
  if (rule.type !== 'limits' || testCase.timeoutMs !== undefined) return [];
  return listUnreachableLimits(rule, timeoutMs).map(
    (field) =>
      `"${field}" of ${rule[field]} checks nothing: the --timeout of ${formatGoDuration(timeoutMs)} ends the attempt earlier`,
  );
}

function warnOfSelfJudge(rule: Assertion, { agentId }: PlannedCase): string[] {
  if (rule.type !== 'agent' || rule.use === undefined || agentId === undefined) return [];
  if (removeAgentPrefix(getValidatorId(rule.use)) !== removeAgentPrefix(agentId)) {
    return [];
  }
  return [`the agent "${agentId}" judges its own answers; name another agent in "use"`];
}
