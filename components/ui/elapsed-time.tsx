import { useNow } from '@/components/layout/current-time';
import { formatElapsedTime } from '@/runner/format';
import { formatDuration } from '@/runner/values';

/** Shows how long something took; if it is not finished, how long it has been running. */
export function ElapsedTime({ from, to }: { from: number; to?: number | undefined }) {
  return to === undefined ? (
    <TickingTime from={from} />
  ) : (
    <span className="tabular-nums">{formatDuration(to - from)}</span>
  );
}

function TickingTime({ from }: { from: number }) {
  const now = useNow(1_000);
  return <span className="tabular-nums">{formatElapsedTime(now - from)}</span>;
}
