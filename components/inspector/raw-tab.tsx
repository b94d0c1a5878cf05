import { CopyButton } from '@/components/ui/copy-button';
import { JsonView } from '@/components/ui/json-view';
import { type AttemptState, asJson } from '@/runner/contract';

/** Everything that is known of an attempt, as JSON. */
export function RawTab({ attempt }: { attempt: AttemptState }) {
  const value = asJson(attempt.result ?? attempt);
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center justify-between">
        <p className="text-ink-faint text-xs">{attempt.result === undefined ? 'So far' : 'The whole result'}</p>
        <CopyButton label="Copy JSON" text={() => JSON.stringify(value, undefined, 2)} />
      </div>
      <JsonView value={value} />
    </div>
  );
}
