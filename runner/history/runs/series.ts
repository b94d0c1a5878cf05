import type { RunOptions, Suite } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { joinSuites } from '../../fold/suites.ts';

/**
 * Identifies the runs that are compared with each other: those of one suite, agent, connector and simulator. The
 * connector is the requested one, otherwise the one that the agent declares; null if unknown. `simulator` plays the
 * users of all cases that name no agent for this; null for rule-based users.
 */
export type RunSeries = { suiteKey: string; agentId: string; connector: string | null; simulator: string | null };

type StartedRun = { suites: readonly Suite[]; options: RunOptions };

export function toSeries({ suites, options }: StartedRun): RunSeries {
  const { agentId, connector } = joinSuites(suites);
  return {
    suiteKey: toSuiteKeyOfRun({ suites, options }),
    agentId,
    connector: options.connector ?? connector ?? null,
    simulator: describeSimulatorOfRun(options),
  };
}

/**
 * Returns the name of the simulator of a run: the connector with the version of its prompt, or the agent of
 * `--simulator`; null for rule-based users.
 */
export function describeSimulatorOfRun({
  helpers = [],
  simulator,
}: Pick<RunOptions, 'helpers' | 'simulator'>): string | null {
  const models = helpers.filter(({ role }) => role === 'simulator');
  if (models.length > 0) {
    return models
      .map(({ connector, prompt }) => `${connector}, prompt ${prompt.replace('simulator ', '')}`)
      .toSorted()
      .join(' + ');
  }
  return simulator === undefined || simulator === 'rules' ? null : `agent ${simulator.replace(/^agents:/, '')}`;
}

type SeriesRow = { suiteKey: string; agentId: string; connector?: string | null; simulator?: string | null };

export function toRunSeries({ suiteKey, agentId, connector = null, simulator = null }: SeriesRow): RunSeries {
  return { suiteKey, agentId, connector, simulator };
}

/** Returns the key of a run in the history: its suite, or the requested input if there are several. */
function toSuiteKeyOfRun({ suites, options }: StartedRun): string {
  const [suite] = suites;
  return suites.length === 1 && suite !== undefined ? suite.key : options.input;
}

/** Describes a series: `tests/shop.jsonl, agent shop, connector openai.gpt-4o` */
export function describeSeries({ suiteKey, agentId, connector, simulator }: RunSeries): string {
  const models = connector === null ? '' : `, connector ${connector}`;
  return `${suiteKey}, agent ${agentId}${models}${simulator === null ? '' : `, user by ${simulator}`}`;
}

/** Describes the simulator of a run: "user by rules", or "user by openai:gpt-5-mini, prompt 1". */
export function describeSimulator(simulator: string | null): string {
  return `user by ${simulator ?? 'rules'}`;
}

/** A SQL condition for rows of `runs` that belong to a series. The series is passed as parameters. */
export function seriesCondition(alias = 'runs'): string {
  return `${suiteAgentConnectorCondition(alias)} AND ${alias}.simulator IS :simulator`;
}

function suiteAgentConnectorCondition(alias: string): string {
  return `${alias}.suite_key = :suiteKey AND ${alias}.agent_id = :agentId AND ${alias}.connector IS :connector`;
}

/**
 * A SQL condition on rows of `runs` that takes a series as parameters: the run contained the suite, alone or among
 * others, with this agent on this connector, and with this simulator.
 */
export function ranSeriesCondition(alias: string): string {
  return `${ranSuiteCondition(alias)} AND ${alias}.simulator IS :simulator`;
}

/** A SQL condition like `ranSeriesCondition`, for any simulator. Used before the models of a run are chosen. */
export function ranSuiteCondition(alias: string): string {
  const among =
    "value ->> 'key' = :suiteKey AND value ->> 'agentId' = :agentId AND value ->> 'connector' IS :connector";
  return `CASE WHEN ${alias}.suites IS NULL THEN ${suiteAgentConnectorCondition(alias)} ELSE EXISTS (SELECT 1 FROM json_each(${alias}.suites) WHERE ${among}) END`;
}
