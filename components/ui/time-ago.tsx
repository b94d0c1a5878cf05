import { useNow } from '@/components/layout/current-time';
import { formatIsoTime, formatRelativeTime } from '@/runner/format';

/**
 * Shows how long ago a time was, or how far ahead of this browser's clock it is. The exact time is on hover and in the
 * markup.
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
