import { hash } from 'node:crypto';
import { jsonEquals } from '../../assertions/json-equals.ts';
import type { CaseResult, PlannedCase, Rollout, RunOptions, Suite, Turn } from '../../contract/index.ts';
import { type FinishedRollout, toFinishedRollout } from '../../experiments/bisect/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { createResultReader, findRelatedRuns, readRunStart } from '../../history/index.ts';
import { castToJson } from '../../values/index.ts';
import { computeForkHash } from '../prepare/fork-hash.ts';
import type { PreparedRun } from '../prepare.ts';

/**
 * Everything that must be equal for two results to be comparable: the case, the parts of the agent, the connector and
 * the user.
 */
type BisectionSetting = {
  caseHash: string;
  agentId: string;
  parts: Suite['parts'];
  connector: string | null;
  simulator: string | null;
};

/**
 * Returns a digest of the setting. A bisection continues earlier bisections of the same attempt with the same digest.
 */
export function hashBisectionSetting(setting: BisectionSetting): string {
  const { caseHash, agentId, parts, connector, simulator } = setting;
  const content = JSON.stringify([caseHash, agentId, Object.entries(parts ?? {}).toSorted(), connector, simulator]);
  return hash('sha256', content, 'base64url').slice(0, 22);
}

export function getSettingOfPlan(
  { plan }: Pick<PreparedRun, 'plan'>,
  { case: testCase }: PlannedCase,
): BisectionSetting {
  return { caseHash: testCase.hash, ...getSettingOfRun(plan.suites[0], plan.options) };
}

/** Returns the setting of a stored run; undefined if the run does not contain the suite. */
export function readStoredSetting(
  database: Database,
  { runId, suiteKey, caseHash }: Pick<BisectionSetting, 'caseHash'> & { runId: string; suiteKey: string },
): BisectionSetting | undefined {
  const startEvent = readRunStart(database, runId);
  const suite = startEvent?.suites.find(({ key }) => key === suiteKey);
  return startEvent && suite && { caseHash, ...getSettingOfRun(suite, startEvent.options) };
}

function getSettingOfRun(
  suite: Suite | undefined,
  { connector, simulator }: RunOptions,
): Omit<BisectionSetting, 'caseHash'> {
  return {
    agentId: suite?.agentId ?? '',
    parts: suite?.parts,
    connector: connector ?? suite?.connector ?? null,
    simulator: simulator ?? null,
  };
}

/** The recorded attempt that a bisection examines. */
export type BisectedAttempt = AttemptId & { runId: string; turns: readonly Turn[] };

/**
 * Reads rollouts from earlier runs: from bisections of the attempt, from forks of it, and from other attempts of the
 * case with the same first message, which count as rollouts that keep no turn.
 */
export function readEarlierRollouts(
  database: Database,
  attempt: BisectedAttempt,
  setting: BisectionSetting,
): FinishedRollout[] {
  const { turns, ...attemptAddress } = attempt;
  const { runId: origin, suiteKey, caseId } = attemptAddress;
  const { caseHash } = setting;
  const related = findRelatedRuns(database, { ...attemptAddress, caseHash, content: hashBisectionSetting(setting) });
  const readResultsOfRun = (runId: string): CaseResult[] =>
    createResultReader(database, runId)({ suiteKey, id: caseId });
  const readOptionsIfSameSetting = (runId: string): RunOptions | undefined => {
    const storedSetting = readStoredSetting(database, { runId, suiteKey, caseHash });
    const isSame = storedSetting !== undefined && jsonEquals(castToJson(storedSetting), castToJson(setting));
    return isSame ? readRunStart(database, runId)?.options : undefined;
  };
  return [
    ...related.bisections.flatMap((runId) => toFinishedRollouts(readResultsOfRun(runId))),
    ...related.forks.flatMap((runId) => {
      const fork = readOptionsIfSameSetting(runId)?.fork;
      if (fork === undefined) return [];
      const results = readResultsOfRun(runId).filter((result) => result.hash === computeForkHash(caseHash, fork));
      return results.flatMap((result) => toFinishedRollout(result, { kept: fork.turn - 1 }) ?? []);
    }),
    ...related.plain.flatMap((runId) => {
      if (readOptionsIfSameSetting(runId) === undefined) return [];
      return readResultsOfRun(runId)
        .filter(
          (result) => result.hash === caseHash && !(runId === origin && result.attempt === attemptAddress.attempt),
        )
        .flatMap((result) => toFinishedRollout(result, { kept: 0 }) ?? [])
        .filter((rollout) =>
          jsonEquals(castToJson(rollout.turns[0]?.input ?? null), castToJson(turns[0]?.input ?? null)),
        );
    }),
  ];
}

/** Converts results of a bisection to rollouts. */
function toFinishedRollouts(results: readonly CaseResult[]): FinishedRollout[] {
  return results.flatMap((result) => toFinishedRollout(result, getRolloutOfResult(result)) ?? []);
}

function getRolloutOfResult(result: CaseResult): Rollout | undefined {
  return 'rollout' in result ? result.rollout : undefined;
}
