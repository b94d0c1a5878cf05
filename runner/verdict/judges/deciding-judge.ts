import type { AgentValidation, CaseResult } from '../../contract/index.ts';
import { isJudgedByAccuracy } from '../../fold/index.ts';

/** Identifies a judge: its name, the connector that the assertion sets (empty if none), and its criterion as JSON. */
export type JudgeIdentity = { judge: string; model: string; criterion: string };

/** `held` is true if the check passed; `judge` is the judge that decided it, if there was one. */
export type JudgedCheck = JudgeIdentity & { held: boolean };

export function getJudgeOfValidation({ use, connector, criteria }: AgentValidation): JudgeIdentity {
  return { judge: use ?? 'judge', model: connector ?? '', criterion: JSON.stringify(criteria ?? null) };
}

/**
 * Returns the name of a metric's judge. The metrics for consistency and correctness have no criteria of their own, so
 * their judge is named after the metric.
 */
export function getJudgeOfMetric(metric: string): JudgeIdentity {
  return { judge: metric, model: '', criterion: 'null' };
}

type DecidingCheck = { held: boolean; judge?: JudgeIdentity | undefined };

/**
 * Returns the judge whose verdict alone decided an attempt: it was the only judge, and all other checks passed.
 * Undefined if the attempt neither passed nor failed, if a check without a model also failed, or if there were several
 * judges: then a person's review tells nothing about a single judge.
 */
export function findDecidingJudge(result: CaseResult): JudgedCheck | undefined {
  if (result.status !== 'passed' && result.status !== 'failed') return undefined;
  const checks = listChecksDecidedByJudges(result);
  const [judgedCheck, ...others] = checks.filter(({ judge }) => judge !== undefined);
  if (judgedCheck?.judge === undefined || others.length > 0) return undefined;
  const isAlone = checks.every((check) => check === judgedCheck || check.held);
  return isAlone && judgedCheck.held === (result.status === 'passed')
    ? { ...judgedCheck.judge, held: judgedCheck.held }
    : undefined;
}

function listChecksDecidedByJudges(result: CaseResult): DecidingCheck[] {
  const assertions = result.assertions.map(
    ({ status, agentValidation }): DecidingCheck => ({
      held: status === 'passed',
      judge: status === 'error' ? undefined : agentValidation && getJudgeOfValidation(agentValidation),
    }),
  );
  return [
    ...assertions,
    ...listCheckpointChecks(result),
    ...(isJudgedByAccuracy(result) ? listScoreChecks(result) : []),
  ];
}

/**
 * Returns the checks of the required checkpoints, each with the judge that decided it. If the judge accepted a turn but
 * the checkpoint was not reached, something else decided the check, so a check without a judge is added.
 */
function listCheckpointChecks({ checkpoints = [] }: CaseResult): DecidingCheck[] {
  return checkpoints
    .filter(({ required }) => required)
    .flatMap(({ passed, agentValidation }): DecidingCheck[] => {
      const own = { held: passed, judge: agentValidation && getJudgeOfValidation(agentValidation) };
      return passed || agentValidation?.passed !== true ? [own] : [own, { held: false }];
    });
}

function listScoreChecks({ scores = [] }: CaseResult): DecidingCheck[] {
  return scores.map(({ metric, passed, choice, error }) => ({
    held: passed,
    judge: choice === undefined || error !== undefined ? undefined : getJudgeOfMetric(metric),
  }));
}
