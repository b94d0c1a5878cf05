import { useQuery } from '@tanstack/react-query';
import { TextLink } from '@/components/ui/links';
import { runQuery } from '@/lib/queries';
import type { RunOptions } from '@/runner/contract';
import type { RunState } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { statusWordAndTone } from '@/runner/verdict';
import { describeForkOutcome } from './describe-fork-outcome';

type Fork = NonNullable<RunOptions['fork']>;

/** Shows from which run and turn a run was forked, and its result compared with the original. */
export function ForkOrigin({ fork, state }: { fork: Fork; state: RunState }) {
  const { counts, status } = state;
  const judgedCount = counts.passed + counts.failed + counts.error + counts.timeout;
  const attempts = state.options?.attempts ?? judgedCount;
  const outcome = describeForkOutcome({ ...fork, status, passed: counts.passed, judged: judgedCount, attempts });
  return (
    <p className="text-ink-soft text-xs">
      Forked from{' '}
      <TextLink look="inline" href={forkOriginHref(fork)}>
        run {fork.runId.slice(0, 13)}, case {replaceInvisibleCharacters(fork.caseId)}, turn {fork.turn}
      </TextLink>
      {fork.message !== undefined && ', with another message'}
      {fork.system !== undefined && ', with another system prompt'}: <strong>{outcome}</strong>; the original{' '}
      {fork.was === 'error' ? 'had an error' : statusWordAndTone[fork.was].word.toLowerCase()}.
    </p>
  );
}

/** Marks the turns of a fork that were copied from the original conversation, and the first new turn. */
export function HistoryTurn({ runId, turn }: { runId: string; turn: number }) {
  const fork = useQuery({ ...runQuery(runId), enabled: false }).data?.options?.fork;
  if (fork === undefined || turn > fork.turn) return null;
  if (turn === fork.turn) return <p className="text-ink-soft">The fork starts here.</p>;
  return (
    <p className="text-ink-soft">
      Copied from{' '}
      <TextLink look="inline" href={forkOriginHref({ ...fork, turn })}>
        the original
      </TextLink>
      .
    </p>
  );
}

function forkOriginHref({ runId, suiteKey, caseId, attempt, turn }: Fork): string {
  const search = { suite: suiteKey, case: caseId, attempt: String(attempt), turn: String(turn) };
  return `/runs/${encodeURIComponent(runId)}?${new URLSearchParams(search)}`;
}
