import { useState } from 'react';
import { findSharedFolder } from '@/components/runs/suite-names';
import { LinkButton } from '@/components/ui/links';
import type { SeriesOverview } from '@/lib/queries';
import { formatCountWithNoun, toSeriesKey } from '@/runner/format';
import { SeriesRow } from './series-row';

/**
 * A list with a row for each suite, agent and connector, the most urgent first. Rows without problems are collapsed.
 */
export function SeriesList({ series }: { series: readonly SeriesOverview[] }) {
  const urgent = series.filter(({ summary }) => summary.state !== 'fine');
  const healthySeries = series.filter(({ summary }) => summary.state === 'fine');
  const [isOpen, setOpen] = useState(urgent.length === 0 && healthySeries.length <= 20);
  const folder = findSharedFolder(series.map(({ suiteKey }) => suiteKey));
  const models = countModels(series);
  return (
    <section aria-label="Suites" className="flex flex-col gap-2">
      {urgent.length === 0 && <p className="text-pass">No suite is broken.</p>}
      {urgent.length > 0 && (
        <SeriesRows label="Suites that need attention" series={urgent} folder={folder} models={models} />
      )}
      {healthySeries.length > 0 && (
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="w-fit text-xs">
          {isOpen ? 'Hide' : 'Show'} {formatCountWithNoun(healthySeries.length, 'suite')} without failures
        </LinkButton>
      )}
      {isOpen && healthySeries.length > 0 && (
        <SeriesRows label="Suites without failures" series={healthySeries} folder={folder} models={models} />
      )}
    </section>
  );
}

type RowsProps = {
  label: string;
  series: readonly SeriesOverview[];
  folder: string;
  models: ReadonlyMap<string, number>;
};

function SeriesRows({ label, series, folder, models }: RowsProps) {
  return (
    <ul aria-label={label} className="divide-y rounded-lg border bg-surface">
      {series.map((each) => (
        <li key={toSeriesKey({ ...each, connector: each.connector ?? undefined })}>
          <SeriesRow series={each} folder={folder} models={models.get(suiteAndAgentKey(each)) ?? 1} />
        </li>
      ))}
    </ul>
  );
}

/** Counts the connectors with which each suite ran on each agent. */
function countModels(series: readonly SeriesOverview[]): Map<string, number> {
  const groups = Map.groupBy(series, suiteAndAgentKey);
  return new Map([...groups].map(([key, group]) => [key, new Set(group.map(({ connector }) => connector)).size]));
}

function suiteAndAgentKey({ suiteKey, agentId }: SeriesOverview): string {
  return toSeriesKey({ suiteKey, agentId });
}
