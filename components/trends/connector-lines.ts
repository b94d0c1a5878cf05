import type { RunSeries } from '@/components/charts/run-chart';
import { connectorKey, NO_CONNECTOR } from '@/lib/queries';

/** Lines are told apart by colour and by dashes; of more connectors than this the rest have one look together. */
const looks = [
  { color: 'var(--accent)' },
  { color: 'var(--late)', dash: '5 3' },
  { color: 'var(--broken)', dash: '2 3' },
  { color: 'var(--pass)', dash: '8 3 2 3' },
  { color: 'var(--ink-faint)', dash: '1 3' },
] as const;

type OfConnector = { connector?: string | null };

/** A line for each connector that runs were on, in the order in which they appeared; each goes on over the runs of others. */
export function connectorLines<Run extends OfConnector>(
  runs: readonly Run[],
  { name, of }: { name: string; of: (run: Run) => number | null },
): RunSeries[] {
  const keys = [...new Set(runs.map((run) => connectorKey(run.connector)))];
  if (keys.length < 2) return [{ name, color: looks[0].color, values: runs.map(of) }];
  return keys.map((key, place) => ({
    name: connectorName(key),
    ...(looks[place] ?? looks[4]),
    values: runs.map((run) => (connectorKey(run.connector) === key ? of(run) : null)),
    connects: true,
  }));
}

export function isOfSeveralConnectors(runs: readonly OfConnector[]): boolean {
  return new Set(runs.map((run) => connectorKey(run.connector))).size > 1;
}

export function connectorName(key: string): string {
  return key === NO_CONNECTOR ? 'no connector' : key;
}
