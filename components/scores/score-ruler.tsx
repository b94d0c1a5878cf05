import { cn } from '@/components/ui/cn';
import type { ScoreRange } from '@/runner/contract';
import { isInRange } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';
import { formatScoreRange, rangeDistanceText } from './score-text';

type Props = { score: number | null; range: ScoreRange; className?: string };

/**
 * Shows the position of a score relative to its expected range. The mark is a dot inside the range and a square
 * outside, so that it can be read without colour.
 */
export function ScoreRuler({ score, range, className }: Props) {
  const from = Math.min(0, range.min, score ?? 0);
  const to = Math.max(1, range.max, score ?? 0);
  const positionPercent = (value: number): string => `${((value - from) / (to - from)) * 100}%`;
  const width = `${Math.max(((range.max - range.min) / (to - from)) * 100, 1)}%`;
  const words = `${formatScoreOrDash(score)}, expected ${formatScoreRange(range)}: ${rangeDistanceText(score, range)}`;
  return (
    <div className={cn('flex flex-col gap-0.5', className)}>
      <div role="img" aria-label={words} className="relative mx-1.5 h-3">
        <div className="absolute inset-x-0 top-1 h-1 rounded-full bg-line" />
        <div
          className="absolute top-0.5 h-2 rounded-sm border border-pass bg-pass-soft"
          style={{ left: positionPercent(range.min), width }}
        />
        {score !== null && (
          <div
            className={cn(
              'absolute top-0 size-3 -translate-x-1/2 border-2 border-surface',
              isInRange(score, range) ? 'rounded-full bg-pass' : 'rounded-none bg-fail',
            )}
            style={{ left: positionPercent(score) }}
          />
        )}
      </div>
      <div aria-hidden className="flex justify-between text-2xs text-ink-faint tabular-nums">
        <span>{formatScoreOrDash(from)}</span>
        <span>{formatScoreOrDash(to)}</span>
      </div>
    </div>
  );
}
