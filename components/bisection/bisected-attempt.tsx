import { TextLink } from '@/components/ui/links';
import type { RunOptions } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';

/** Links from a run of bisection rollouts to the attempt that they examine. */
export function BisectedAttemptNote({ bisect }: { bisect: NonNullable<RunOptions['bisect']> }) {
  const { runId, suiteKey, caseId, attempt } = bisect;
  const search = { suite: suiteKey, case: caseId, attempt: String(attempt), tab: 'why' };
  return (
    <p className="text-ink-soft text-xs">
      These rollouts look for the turn that decided the outcome of{' '}
      <TextLink look="inline" href={`/runs/${encodeURIComponent(runId)}?${new URLSearchParams(search)}`}>
        run {runId.slice(0, 13)}, case {replaceInvisibleCharacters(caseId)}, attempt {attempt}
      </TextLink>
      . They do not count in rates, trends or baselines.
    </p>
  );
}
