import type { RunOptions, Suite } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the door would bring every schema into the thread that writes
import { joinSuites } from '../../fold/suites.ts';

/**
 * Identifies the runs that are compared with each other: those of one suite, agent and connector. The connector is the
 * requested one, otherwise the one that the agent declares; null if unknown.
 */
export type Series = { suiteKey: string; agentId: string; connector: string | null };

type StartedRun = { suites: readonly Suite[]; options: RunOptions };

export function toSeries({ suites, options }: StartedRun): Series {
  const { agentId, connector } = joinSuites(suites);
  return { suiteKey: runSuiteKey({ suites, options }), agentId, connector: options.connector ?? connector ?? null };
}

export function seriesOfRow(row: { suiteKey: string; agentId: string; connector?: string | null }): Series {
  return { suiteKey: row.suiteKey, agentId: row.agentId, connector: row.connector ?? null };
}

/** Returns the key of a run in the history: its suite, or the requested input if there are several. */
function runSuiteKey({ suites, options }: StartedRun): string {
  const [suite] = suites;
  return suites.length === 1 && suite !== undefined ? suite.key : options.input;
}

/** `tests/shop.jsonl, agent shop, connector openai.gpt-4o` */
export function describeSeries({ suiteKey, agentId, connector }: Series): string {
  return `${suiteKey}, agent ${agentId}${connector === null ? '' : `, connector ${connector}`}`;
}

/** A SQL condition on rows of `runs` that takes a series as parameters: the run belongs to it. */
export function seriesCondition(alias = 'runs'): string {
  return `${alias}.suite_key = :suiteKey AND ${alias}.agent_id = :agentId AND ${alias}.connector IS :connector`;
}

/**
 * A SQL condition on rows of `runs` that takes a series as parameters: the run had the suite, alone or among others,
 * with this agent on this connector.
 */
export function ranSeriesCondition(alias: string): string {
  const among =
    "value ->> 'key' = :suiteKey AND value ->> 'agentId' = :agentId AND value ->> 'connector' IS :connector";
  return `CASE WHEN ${alias}.suites IS NULL THEN ${seriesCondition(alias)} ELSE EXISTS (SELECT 1 FROM json_each(${alias}.suites) WHERE ${among}) END`;
}
