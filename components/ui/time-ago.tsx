import { useNow } from '@/components/layout/now';
import { isoTime, relativeTime } from '@/runner/format';

/**
 * Shows how long ago a time was, or how far ahead of this browser's clock it is. The exact time is on hover and in the
 * markup.
 */
export function TimeAgo({ at }: { at: number }) {
  const now = useNow(1_000);
  const iso = isoTime(at);
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {relativeTime(at, now)}
    </time>
  );
}
