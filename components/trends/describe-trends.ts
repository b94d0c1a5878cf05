import type { ChartMark, MarkShape } from '@/components/charts/chart-mark';
import type { TrendChange, TrendMarker, Trends, TrendWindow } from '@/lib/queries';
import { formatCount, formatCountWithNoun, formatPercent, replaceInvisibleCharacters } from '@/runner/format';
import { computeWilsonInterval, countJudged, describeChangedParts, type Interval } from '@/runner/verdict';

/**
 * Describes how many attempts passed, and within which interval the true rate may be, for example `3 of 3: could be
 * anything above 44%`.
 */
export function formatRate({ passed, judged, band }: RunRate): string {
  if (judged === 0) return 'nothing was judged';
  const { low, high } = band ?? computeWilsonInterval(passed, judged);
  const passedText = `${formatCount(passed)} of ${formatCount(judged)}`;
  if (passed === judged) return `${passedText}: could be anything above ${formatPercent(low)}`;
  if (passed === 0) return `${passedText}: could be anything below ${formatPercent(high)}`;
  return `${passedText}, ${formatPercent(passed / judged)}: likely between ${formatPercent(low)} and ${formatPercent(high)}`;
}

/**
 * The pass counts of a run or case. `band` is the confidence interval of the rate; if it is missing, it is computed
 * from the counts.
 */
type RunRate = { passed: number; judged: number; band?: Interval | null };

export function formatRunRate({
  counts,
  figures: { band },
}: Pick<Trends['runs'][number], 'counts' | 'figures'>): string {
  return formatRate({ passed: counts.passed, judged: countJudged(counts), band });
}

const trendWindowLabels: Readonly<Record<TrendWindow, string>> = {
  '20': 'Last 20 runs',
  '50': 'Last 50 runs',
  '100': 'Last 100 runs',
  '500': 'Last 500 runs',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All runs',
};

export function trendWindowLabel(window: TrendWindow): string {
  return trendWindowLabels[window];
}

/** Converts markers of changes to marks in a chart. */
export function toChartMarks(markers: readonly TrendMarker[]): ChartMark[] {
  return markers.map((marker) => ({
    place: marker.index,
    faint: hasOnlyCommitChanges(marker),
    signs: markShapesOfChanges(marker),
  }));
}

export function markShapesOfChanges({ changes }: Pick<TrendMarker, 'changes'>): MarkShape[] {
  const types = new Set(changes.map(({ type }) => (type === 'parts' ? 'agent' : type)));
  return (['agent', 'connector', 'simulator', 'cases'] as const).filter((sign) => types.has(sign));
}

/** Describes what changed in the run at this index; empty if nothing did. */
export function describeNewValues(markers: readonly TrendMarker[], position: number): string {
  const marker = markers.find(({ index }) => index === position);
  return marker === undefined ? '' : ` New: ${replaceInvisibleCharacters(describeMarker(marker))}.`;
}

/** Returns true if only the commit changed. The marks of such changes are faint, so that other marks stand out. */
export function hasOnlyCommitChanges({ changes }: Pick<TrendMarker, 'changes'>): boolean {
  return changes.every(({ type }) => type === 'commit');
}

/** Describes the changes since the run before. */
export function describeMarker({ changes }: Pick<TrendMarker, 'changes'>): string {
  return changes.map(describeChange).join('; ');
}

function describeChange(change: TrendChange): string {
  switch (change.type) {
    case 'cases':
      return [
        ...(change.edited === 0 ? [] : [`${formatCountWithNoun(change.edited, 'case')} edited`]),
        ...(change.added === 0 ? [] : [`${formatCountWithNoun(change.added, 'case')} added`]),
        ...(change.removed === 0 ? [] : [`${formatCountWithNoun(change.removed, 'case')} removed`]),
      ].join(', ');
    case 'parts':
      return describeChangedParts(change.parts);
    case 'suite':
    case 'agent':
    case 'connector':
      return `${change.type} ${change.from ?? 'none'} → ${change.to ?? 'none'}`;
    case 'simulator':
      return `simulated user ${change.from ?? 'by rules'} → ${change.to ?? 'by rules'}`;
    case 'commit':
      return `commit ${shortCommit(change.from)} → ${shortCommit(change.to)}`;
    case 'tool':
      return `Turntree ${change.from ?? ''} → ${change.to ?? ''}`;
    default:
      return change satisfies never;
  }
}

function shortCommit(commit: string | null): string {
  return commit === null ? 'none' : commit.slice(0, 8);
}
