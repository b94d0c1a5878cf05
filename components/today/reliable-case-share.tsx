import { Definition } from '@/components/layout/definition';
import type { Overview } from '@/lib/queries';
import { formatCountWithNoun, formatPercent } from '@/runner/format';

/**
 * Shows the share of cases that pass reliably with its confidence interval, compared with last week. Expands to the
 * definition.
 */
export function ReliableCaseShare({ of: { last, before, lost, gained } }: { of: Overview['reliable'] }) {
  return (
    <section aria-label="Cases that pass reliably" className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {last.cases === 0 ? (
        <p className="font-semibold text-ink-soft text-xl tracking-tight">No complete run in the last 7 days</p>
      ) : (
        <p className="font-semibold text-xl tracking-tight tabular-nums">
          {formatPercent(last.reliable / last.cases)} of cases pass reliably
        </p>
      )}
      <p className="text-ink-soft tabular-nums">
        {[...describeLastWeek(last), ...describeWeekBefore(before), ...describeLostAndGained({ lost, gained })].join(
          ' · ',
        )}
      </p>
      <Definition title="What this number means" className="basis-full">
        <p>
          A case passes reliably if all its judged attempts in the complete runs of the last 7 days passed. Runs during
          an outage are left out; the same case on another agent or connector counts on its own. The range is the 95%
          interval of Wilson for cases like these.
        </p>
      </Definition>
    </section>
  );
}

function describeLastWeek({ reliable, cases, range }: Overview['reliable']['last']): string[] {
  if (cases === 0) return [];
  return [
    `${reliable} of ${formatCountWithNoun(cases, 'case')} in the last 7 days`,
    `likely ${formatPercent(range.low)} to ${formatPercent(range.high)}`,
  ];
}

function describeWeekBefore({ reliable, cases }: Overview['reliable']['before']): string[] {
  return cases === 0 ? [] : [`the 7 days before: ${formatPercent(reliable / cases)} (${reliable} of ${cases})`];
}

function describeLostAndGained({ lost, gained }: { lost: number; gained: number }): string[] {
  return [
    ...(lost === 0 ? [] : [`${formatCountWithNoun(lost, 'case')} lost`]),
    ...(gained === 0 ? [] : [`${formatCountWithNoun(gained, 'case')} gained`]),
  ];
}
