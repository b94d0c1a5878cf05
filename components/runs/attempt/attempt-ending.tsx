import { Status } from '@/components/ui/status';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';

type Props = { result: NonNullable<AttemptState['result']>; words: string | undefined };

/** Shows how an attempt ended, and its words, below its output. */
export function AttemptEnding({ result, words }: Props) {
  return (
    <div className="flex flex-col gap-1 border-t pt-3">
      <p className="flex items-baseline gap-2">
        <Status of={result.status} />
        <span className="text-ink-faint text-xs tabular-nums">{formatDuration(result.durationMs)}</span>
      </p>
      {words !== undefined && <p className="whitespace-pre-wrap break-words text-ink-soft">{words}</p>}
    </div>
  );
}
