'use client';

import { ArrowDown } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/status';
import { type AnnouncedCase, type AttemptState, formatDuration } from '@/runner/contract';
import { AssertionLine } from './assertion-line';
import { conversationOf } from './conversation-model';
import { MessageCard } from './message-card';
import { TurnCard } from './turn-card';
import { useFollowBottom } from './use-follow-bottom';
import { WaitingLine } from './waiting-line';

type Props = {
  announced: AnnouncedCase;
  attempt: AttemptState;
  raw: boolean;
  turn: number | null;
  onTurn: (turn: number | null) => void;
  onTouch: () => void;
};

/** One attempt as it is talked, from the messages that came before to the verdict. */
export function Conversation({ announced, attempt, raw, turn, onTurn, onTouch }: Props) {
  const { history, turns } = conversationOf(attempt, announced);
  const live = attempt.status === 'running';
  const { ref, behind, jump } = useFollowBottom({
    marker: `${turns.length} ${attempt.phase?.phase} ${attempt.tries.length} ${attempt.assertions.length} ${attempt.status}`,
    subject: `${attempt.suiteKey} ${attempt.caseId} ${attempt.attempt}`,
    live,
  });
  useEffect(() => {
    if (turn !== null) document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'start' });
  }, [turn]);
  return (
    <div className="relative min-h-0 grow">
      <section
        ref={ref}
        aria-label="Conversation"
        onPointerDown={onTouch}
        onWheel={onTouch}
        className="h-full overflow-y-auto px-4 pt-4 pb-8 outline-offset-[-2px]"
      >
        {history.length > 0 && (
          <div className="mb-4 flex max-w-4xl flex-col gap-2 border-line-strong border-l-2 border-dashed pl-4">
            <h3 className="text-2xs text-ink-faint">Before this conversation</h3>
            {history.map((message, position) => (
              <MessageCard key={position} {...message} note="history" raw={raw} />
            ))}
          </div>
        )}
        <ol className="max-w-4xl">
          {turns.map((view) => (
            <TurnCard
              key={view.turn}
              view={view}
              raw={raw}
              chosen={turn === view.turn}
              onChoose={() => onTurn(turn === view.turn ? null : view.turn)}
            />
          ))}
        </ol>
        <div className="flex max-w-4xl flex-col gap-1.5 pl-11">
          {attempt.assertions.map((assertion, position) => (
            <AssertionLine key={position} assertion={assertion} />
          ))}
          {live && <WaitingLine phase={attempt.phase} />}
          {attempt.status === 'queued' && <p className="text-ink-faint">This attempt has not started yet.</p>}
          <Verdict attempt={attempt} />
        </div>
      </section>
      {behind && (
        <Button
          look="primary"
          size="sm"
          onClick={jump}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-raised"
        >
          <ArrowDown aria-hidden className="size-3.5" />
          Newer turns
        </Button>
      )}
    </div>
  );
}

function Verdict({ attempt }: { attempt: AttemptState }) {
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
      {words !== undefined && <p className="whitespace-pre-wrap break-words text-ink-soft">{words}</p>}
    </div>
  );
}
