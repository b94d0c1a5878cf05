import type { Database } from '../db/index.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { connectorKey, RULE_BASED_SIMULATOR } from './trend-window.ts';

/** A suite, agent or connector, with the number of its finished runs. */
export type TrendChoice = { key: string; runs: number };

type ConnectorChoice = {
  suiteKey: string;
  agentId: string;
  connector: string | null;
  simulator: string | null;
  runs: number;
  wholePlace: number | null;
};

/** Returns the series that have finished runs, starting with the one that ran last. */
export function listTrendSeries({ sqlite }: Database): ConnectorChoice[] {
  return sqlite
    .prepare<[], ConnectorChoice>(
      `SELECT suite_key AS suiteKey, agent_id AS agentId, connector, simulator, COUNT(*) AS runs,
              MAX(CASE WHEN ${completeRunCondition()} THEN ordinal END) AS wholePlace FROM runs
       WHERE deleted_at IS NULL AND status <> 'running'
       GROUP BY suite_key, agent_id, connector, simulator ORDER BY MAX(ordinal) DESC`,
    )
    .all();
}

export function toSuiteChoices(rows: readonly ConnectorChoice[]): TrendChoice[] {
  return sumRunsByChoice(rows.map(({ suiteKey, runs }) => ({ key: suiteKey, runs })));
}

export function toAgentChoices(rows: readonly ConnectorChoice[]): TrendChoice[] {
  return sumRunsByChoice(rows.map(({ agentId, runs }) => ({ key: agentId, runs })));
}

/**
 * Puts the connector with the newest complete run first. Partial runs do not count for this, so that trying some cases
 * on another model does not change the default.
 */
export function toConnectorChoices(rows: readonly ConnectorChoice[]): TrendChoice[] {
  return sumRunsByChoice(sortNewestFirst(rows).map(({ connector, runs }) => ({ key: connectorKey(connector), runs })));
}

/** Returns the simulators of these runs, starting with the one of the newest complete run. */
export function toSimulatorChoices(rows: readonly ConnectorChoice[]): TrendChoice[] {
  return sumRunsByChoice(
    sortNewestFirst(rows).map(({ simulator, runs }) => ({ key: simulator ?? RULE_BASED_SIMULATOR, runs })),
  );
}

function sortNewestFirst(rows: readonly ConnectorChoice[]): ConnectorChoice[] {
  return rows.toSorted((left, right) => (right.wholePlace ?? 0) - (left.wholePlace ?? 0));
}

function sumRunsByChoice(choices: readonly TrendChoice[]): TrendChoice[] {
  const sums = new Map<string, number>();
  for (const { key, runs } of choices) sums.set(key, (sums.get(key) ?? 0) + runs);
  return [...sums].map(([key, runs]) => ({ key, runs }));
}
