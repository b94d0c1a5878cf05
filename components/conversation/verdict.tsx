import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';

/** Shows how an attempt ended, and why, if no assertion has said so. */
export function Verdict({ attempt }: { attempt: AttemptState }) {
  const { result } = attempt;
  if (result === undefined) return null;
  const told = attempt.assertions.some(({ status }) => status !== 'passed');
  const words = told ? undefined : (result.error ?? result.reason);
  return (
    <div className="mt-2 flex flex-col gap-1 border-t pt-3">
      <p className="flex items-baseline gap-2">
        <Status of={result.status} />
        <span className="text-ink-faint text-xs tabular-nums">{formatDuration(result.durationMs)}</span>
      </p>
      {words !== undefined && <Text text={words} className="whitespace-pre-wrap break-words text-ink-soft" />}
    </div>
  );
}
