import { useNow } from '@/components/layout/current-time';
import { formatIsoTime, formatRelativeTime } from '@/runner/format';

/**
 * Shows how long ago a time was; if this browser's clock is slow, how far the time is in the future. The exact time is
 * shown on hover.
 */
export function TimeAgo({ time }: { time: number }) {
  const now = useNow(1_000);
  const iso = formatIsoTime(time);
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {formatRelativeTime(time, now)}
    </time>
  );
}
