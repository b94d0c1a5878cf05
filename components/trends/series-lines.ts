import type { RunSeries } from '@/components/charts/run-chart';
import { connectorKey, NO_CONNECTOR, RULE_BASED_SIMULATOR } from '@/lib/queries';

/** The colours and dash patterns of the lines. If there are more lines, the additional ones all have the last style. */
const lineStyles = [
  { color: 'var(--accent)' },
  { color: 'var(--late)', dash: '5 3' },
  { color: 'var(--broken)', dash: '2 3' },
  { color: 'var(--pass)', dash: '8 3 2 3' },
  { color: 'var(--ink-faint)', dash: '1 3' },
] as const;

type SeriesRun = { suiteKey: string; agentId: string; connector?: string | null; simulator?: string | null };

/**
 * Returns one line for each combination of agent, connector and simulator, in order of appearance. A line continues
 * across the runs of other combinations.
 */
export function buildSeriesLines<Run extends SeriesRun>(
  runs: readonly Run[],
  { name, getValue }: { name: string; getValue: (run: Run) => number | null },
): RunSeries[] {
  const nameOf = createSeriesNamer(runs);
  const names = [...new Set(runs.map(nameOf))];
  if (names.length < 2) return [{ name, color: lineStyles[0].color, values: runs.map(getValue) }];
  return names.map((each, index) => ({
    name: each,
    ...(lineStyles[index] ?? lineStyles[4]),
    values: runs.map((run) => (nameOf(run) === each ? getValue(run) : null)),
    connects: true,
  }));
}

/**
 * Returns a function that names runs by what differs between them: agent, connector or simulator. If there are several
 * suites, agents are not named, because suites usually have different agents.
 */
function createSeriesNamer(runs: readonly SeriesRun[]): (run: SeriesRun) => string {
  const countDistinct = (nameOf: (run: SeriesRun) => string): number => new Set(runs.map(nameOf)).size;
  const isOfAgents = countDistinct(({ suiteKey }) => suiteKey) === 1 && countDistinct(({ agentId }) => agentId) > 1;
  const isOfConnectors = countDistinct(({ connector }) => connectorKey(connector)) > 1;
  const isOfSimulators = countDistinct(({ simulator }) => simulator ?? RULE_BASED_SIMULATOR) > 1;
  return ({ agentId, connector, simulator }) => {
    const names = [
      ...(isOfAgents ? [agentId] : []),
      ...(isOfConnectors ? [connectorName(connectorKey(connector))] : []),
      ...(isOfSimulators ? [`user: ${simulatorName(simulator ?? RULE_BASED_SIMULATOR)}`] : []),
    ];
    return names.join(', ');
  };
}

export function connectorName(key: string): string {
  return key === NO_CONNECTOR ? 'no connector' : key;
}

export function simulatorName(key: string): string {
  return key === RULE_BASED_SIMULATOR ? 'rules' : key;
}
