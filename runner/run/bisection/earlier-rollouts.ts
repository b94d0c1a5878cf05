import { hash } from 'node:crypto';
import { jsonEquals } from '../../assertions/json-equals.ts';
import type { CaseResult, PlannedCase, RunOptions, Suite } from '../../contract/index.ts';
import { type PlayedRollout, toPlayedRollout } from '../../experiments/bisect/index.ts';
import type { Database } from '../../history/db/index.ts';
import { createResultReader, readRunStart, relatedRuns } from '../../history/index.ts';
import { isConversation } from '../../kinds/kinds.ts';
import { asJson } from '../../values/index.ts';
import { forkHash } from '../prepare/fork.ts';
import type { PreparedRun } from '../prepare.ts';
import type { BisectTarget } from './bisect-target.ts';

/** What must be the same for results to be evidence: case, parts of the agent, connector and user. */
type Setting = {
  caseHash: string;
  agentId: string;
  parts: Suite['parts'];
  connector: string | null;
  simulator: string | null;
};

/** Identifies the setting. Bisections of an attempt with the same content continue each other. */
export function bisectContent(setting: Setting): string {
  const { caseHash, agentId, parts, connector, simulator } = setting;
  const content = JSON.stringify([caseHash, agentId, Object.entries(parts ?? {}).toSorted(), connector, simulator]);
  return hash('sha256', content, 'base64url').slice(0, 22);
}

export function settingOf({ plan }: Pick<PreparedRun, 'plan'>, { case: testCase }: PlannedCase): Setting {
  return { caseHash: testCase.hash, ...settingOfRun(plan.suites[0], plan.options) };
}

function settingOfRun(suite: Suite | undefined, { connector, simulator }: RunOptions): Omit<Setting, 'caseHash'> {
  return {
    agentId: suite?.agentId ?? '',
    parts: suite?.parts,
    connector: connector ?? suite?.connector ?? null,
    simulator: simulator ?? null,
  };
}

/**
 * Reads what is known already: earlier bisections of the attempt, forks of it, and for rollouts that keep nothing, other
 * attempts of the case with the same first message.
 */
export function earlierRollouts(database: Database, target: BisectTarget, setting: Setting): PlayedRollout[] {
  const { run, row, state } = target;
  const place = { runId: run.runId, suiteKey: row.suiteKey, caseId: row.id, attempt: state.attempt };
  const { caseHash } = setting;
  const related = relatedRuns(database, { ...place, caseHash, content: bisectContent(setting) });
  const resultsIn = (runId: string): CaseResult[] =>
    createResultReader(database, runId)({ suiteKey: row.suiteKey, id: row.id });
  const isSameSetting = (runId: string): RunOptions | undefined => {
    const started = readRunStart(database, runId);
    const suite = started?.suites.find(({ key }) => key === row.suiteKey);
    const own = started && { caseHash, ...settingOfRun(suite, started.options) };
    return own !== undefined && jsonEquals(asJson(own), asJson(setting)) ? started?.options : undefined;
  };
  return [
    ...related.bisections.flatMap((runId) =>
      resultsIn(runId).flatMap((result) => toPlayedRollout(result, rolloutOf(result)) ?? []),
    ),
    ...related.forks.flatMap((runId) => {
      const fork = isSameSetting(runId)?.fork;
      if (fork === undefined) return [];
      const results = resultsIn(runId).filter((result) => result.hash === forkHash(caseHash, fork));
      return results.flatMap((result) => toPlayedRollout(result, { kept: fork.turn - 1 }) ?? []);
    }),
    ...related.plain.flatMap((runId) => {
      if (isSameSetting(runId) === undefined) return [];
      return resultsIn(runId)
        .filter((result) => result.hash === caseHash && !(runId === run.runId && result.attempt === state.attempt))
        .flatMap((result) => toPlayedRollout(result, { kept: 0 }) ?? [])
        .filter(({ turns }) => jsonEquals(asJson(turns[0]?.input ?? null), asJson(state.turns[0]?.input ?? null)));
    }),
  ];
}

function rolloutOf(result: CaseResult) {
  return isConversation(result) ? result.rollout : undefined;
}
