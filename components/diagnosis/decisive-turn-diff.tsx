import { useQuery } from '@tanstack/react-query';
import { TurnDiff } from '@/components/compare/conversation-diff';
import { type AttemptExplanation, fullAttemptQuery } from '@/lib/queries';
import type { AttemptState } from '@/runner/fold';

type Props = { attempt: AttemptState; passed: NonNullable<AttemptExplanation['passed']>; turn: number };

/** Compares the turn that caused a failure with the same turn of the last passed conversation. */
export function DecisiveTurnDiff({ attempt, passed, turn }: Props) {
  const before = useQuery(fullAttemptQuery(passed.runId, passed)).data;
  if (before === undefined) return null;
  return (
    <section aria-label="Then and now" className="mt-2">
      <TurnDiff before={before} after={attempt} words={{ before: 'then', after: 'now' }} turn={turn} />
    </section>
  );
}
