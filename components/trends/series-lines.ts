import type { RunSeries } from '@/components/charts/run-chart';
import { connectorKey, NO_CONNECTOR, RULE_BASED_SIMULATOR } from '@/lib/queries';

/**
 * The looks of lines, which differ in colour and dashes. If there are more lines than looks, the further lines share
 * the last look.
 */
const lineStyles = [
  { color: 'var(--accent)' },
  { color: 'var(--late)', dash: '5 3' },
  { color: 'var(--broken)', dash: '2 3' },
  { color: 'var(--pass)', dash: '8 3 2 3' },
  { color: 'var(--ink-faint)', dash: '1 3' },
] as const;

type SeriesRun = { suiteKey: string; agentId: string; connector?: string | null; simulator?: string | null };

/**
 * Returns one line for each agent, connector and simulator, in order of appearance; each line continues across runs of
 * the other ones.
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
 * Returns a function that names runs by the parts in which they differ: agent, connector, simulator. Runs of several
 * suites are not named by agent, because their agents differ anyway.
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
