import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import { toDisplayStatus } from '../display-status';

type Props = {
  result: NonNullable<AttemptState['result']>;
  /** True if the reason is already shown elsewhere on the page. */
  isReasonShown: boolean;
};

/** Shows how an attempt ended, and why. */
export function AttemptOutcome({ result, isReasonShown }: Props) {
  const { status, durationMs, error, reason } = result;
  const words = isReasonShown ? undefined : (error ?? reason);
  return (
    <div className="flex flex-col gap-1 border-t pt-3">
      <p className="flex items-baseline gap-2">
        <Status of={toDisplayStatus(result, status)} />
        <span className="text-ink-faint text-xs tabular-nums">{formatDuration(durationMs)}</span>
      </p>
      {words !== undefined && <Text text={words} className="whitespace-pre-wrap break-words text-ink-soft" />}
    </div>
  );
}
