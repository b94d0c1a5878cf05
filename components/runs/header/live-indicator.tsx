import { cn } from '@/components/ui/cn';
import type { Connection } from '@/lib/queries';

const connectionLabels: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost, reconnecting',
  finished: 'Finished',
};

/** Shows whether the page receives live updates. */
export function LiveIndicator({ connection }: { connection: Connection }) {
  if (connection === 'finished')
    return (
      <span role="status" className="sr-only">
        Run finished
      </span>
    );
  return (
    <span
      role="status"
      className={cn(
        'flex items-center gap-1.5 whitespace-nowrap text-xs',
        connection === 'lost' ? 'font-medium text-late' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'size-2 rounded-full',
          connection === 'live' && 'animate-breathe bg-pass',
          connection === 'lost' && 'bg-late',
          connection === 'connecting' && 'bg-idle',
        )}
      />
      {connectionLabels[connection]}
    </span>
  );
}
