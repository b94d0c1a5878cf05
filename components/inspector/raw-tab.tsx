import { useContext } from 'react';
import { JsonView } from '@/components/json/json-view';
import { AttemptAddressContext } from '@/components/ui/full-text-context';
import type { AttemptState } from '@/runner/fold';
import { castToJson, type Json } from '@/runner/values';
import { CopyAttemptButton } from './copy-attempt-button';

/** Shows an attempt as JSON. Long texts are shortened, but the copy button copies them in full. */
export function RawTab({ attempt }: { attempt: AttemptState }) {
  const address = useContext(AttemptAddressContext);
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center justify-between">
        <p className="text-ink-faint text-xs">{attempt.result === undefined ? 'Result so far' : 'Full result'}</p>
        <CopyAttemptButton runId={address?.runId} attempt={attempt} />
      </div>
      <JsonView value={mergeResultJson(attempt)} />
    </div>
  );
}

/** Returns the result of an attempt with the fields of the attempt state that are not part of the result. */
function mergeResultJson(attempt: AttemptState): Json {
  const { result, turns, samples, scores } = attempt;
  if (result === undefined) return castToJson(attempt);
  const calls = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  return castToJson({
    ...result,
    toolCalls: result.toolCalls.length > 0 ? result.toolCalls : calls,
    ...(turns.length > 0 && result.checkpoints !== undefined ? { turns } : {}),
    ...(samples.length > 0 ? { samples } : {}),
    ...(scores.length > 0 ? { scores } : {}),
  });
}
