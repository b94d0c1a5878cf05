import { useState } from 'react';
import { LinkButton } from '@/components/ui/links';
import type { SeriesOverview } from '@/lib/queries';
import { plural, seriesKey } from '@/runner/format';
import { SeriesRow } from './series-row';

/** One row per suite, agent and connector, the most urgent first; those that are fine are folded. */
export function SeriesList({ series }: { series: readonly SeriesOverview[] }) {
  const urgent = series.filter(({ summary }) => summary.state !== 'fine');
  const fine = series.filter(({ summary }) => summary.state === 'fine');
  const [isOpen, setOpen] = useState(urgent.length === 0 && fine.length <= 20);
  const prefix = commonFolder(series.map(({ suiteKey }) => suiteKey));
  return (
    <section aria-label="Suites" className="flex flex-col gap-2">
      {urgent.length === 0 && <p className="text-pass">Nothing is broken.</p>}
      {urgent.length > 0 && <Rows label="Suites that need attention" series={urgent} prefix={prefix} />}
      {fine.length > 0 && (
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="w-fit text-xs">
          {isOpen ? 'Hide' : 'Show'} {plural(fine.length, 'suite')} without failures
        </LinkButton>
      )}
      {isOpen && fine.length > 0 && <Rows label="Suites without failures" series={fine} prefix={prefix} />}
    </section>
  );
}

type RowsProps = { label: string; series: readonly SeriesOverview[]; prefix: string };

function Rows({ label, series, prefix }: RowsProps) {
  return (
    <ul aria-label={label} className="divide-y rounded-lg border bg-surface">
      {series.map((each) => (
        <li key={seriesKey({ ...each, connector: each.connector ?? undefined })}>
          <SeriesRow series={each} prefix={prefix} />
        </li>
      ))}
    </ul>
  );
}

/** The folder that all these suites are in, with its slash; empty if they have none in common. */
function commonFolder(suites: readonly string[]): string {
  const [first = '', ...others] = suites;
  const folders = first.split('/').slice(0, -1);
  const length = folders.findIndex((_, place) => {
    const start = `${folders.slice(0, place + 1).join('/')}/`;
    return others.some((suite) => !suite.startsWith(start));
  });
  const common = length === -1 ? folders : folders.slice(0, length);
  return common.length === 0 ? '' : `${common.join('/')}/`;
}
