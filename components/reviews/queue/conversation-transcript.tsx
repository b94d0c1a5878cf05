import { useMemo } from 'react';
import { buildConversation, type HistoryMessage, type TurnView } from '@/components/conversation/conversation-model';
import { MessageCard } from '@/components/conversation/message-card';
import { ToolCallCard } from '@/components/conversation/tool-call-card';
import { TurnInterrupts } from '@/components/conversation/turn-interrupts';
import { AttemptOutcome } from '@/components/runs/attempt/attempt-outcome';
import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { AnnouncedCase } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { TurnReview } from '../turn-review';
import { CaseBrief } from './case-brief';
import { FoldedMessage } from './folded-message';
import { type JudgeNote, listJudgeNotes } from './judge-notes';
import { findRepeatedMessages, type MessageKey } from './repeated-messages';

type Props = {
  announced: AnnouncedCase;
  attempt: AttemptState;
  /** True if the run's verdict and its reasons are shown. */
  isRevealed: boolean;
};

/** A conversation as a continuous text, rendered completely; repeated messages are collapsed. */
export function ConversationTranscript({ announced, attempt, isRevealed }: Props) {
  const view = useMemo(() => buildConversation(attempt, announced), [attempt, announced]);
  const repeatedMessages = useMemo(() => findRepeatedMessages(view), [view]);
  const notes = useMemo(() => (isRevealed ? listJudgeNotes(attempt) : []), [attempt, isRevealed]);
  const atEnd = notes.filter(({ turn }) => turn === undefined);
  return (
    <>
      <CaseBrief announced={announced} attempt={attempt} />
      {view.history.length > 0 && (
        <section aria-label="Before this conversation" className="border-line-strong border-l-2 border-dashed pl-4">
          {view.history.map((message, position) => (
            <HistoryMessageView
              key={position}
              message={message}
              place={`past ${position}`}
              repeatedMessages={repeatedMessages}
            />
          ))}
        </section>
      )}
      <ol aria-label="Turns" className="flex flex-col gap-4">
        {view.turns.map((turn) => (
          <li key={turn.turn} aria-label={`Turn ${turn.turn}`} className="relative flex flex-col gap-2 pl-10">
            <span className="absolute top-2 left-0 text-2xs text-ink-faint tabular-nums">T{turn.turn}</span>
            <TurnMessages view={turn} repeatedMessages={repeatedMessages} />
            {notes
              .filter((note) => note.turn === turn.turn)
              .map((note, position) => (
                <JudgeNoteLine key={position} note={note} />
              ))}
            <div className="-ml-2 flex flex-wrap items-center gap-2 text-xs">
              <TurnReview turn={turn.turn} />
            </div>
          </li>
        ))}
      </ol>
      {isRevealed && attempt.result !== undefined && (
        <section aria-label="Verdict" className="flex flex-col gap-2 pl-10">
          {atEnd.map((note, position) => (
            <JudgeNoteLine key={position} note={note} />
          ))}
          <AttemptOutcome result={attempt.result} isReasonShown={notes.length > 0} />
        </section>
      )}
    </>
  );
}

type HistoryMessageProps = {
  message: HistoryMessage;
  place: MessageKey;
  repeatedMessages: ReadonlyMap<MessageKey, string>;
};

function HistoryMessageView({ message, place, repeatedMessages }: HistoryMessageProps) {
  return (
    <div className="pb-2">
      <FoldedMessage reason={repeatedMessages.get(place)} speaker={message.speaker} name={place}>
        <MessageCard {...message} part={place} note="history" raw={false} />
      </FoldedMessage>
    </div>
  );
}

function TurnMessages({
  view,
  repeatedMessages,
}: {
  view: TurnView;
  repeatedMessages: ReadonlyMap<MessageKey, string>;
}) {
  const { turn, user, toolCalls, answer, error } = view;
  const [userPlace, agentPlace] = [`turn ${turn} user`, `turn ${turn} agent`];
  return (
    <>
      {user !== undefined && (
        <FoldedMessage reason={repeatedMessages.get(userPlace)} speaker="user" name={userPlace}>
          <MessageCard
            speaker="user"
            part={userPlace}
            text={user.text}
            attachments={user.attachments ?? []}
            raw={false}
          />
        </FoldedMessage>
      )}
      {toolCalls.map((call, position) => (
        <ToolCallCard key={call.id ?? position} call={call} name={`turn ${turn} tool ${position}`} />
      ))}
      <TurnInterrupts view={view} answered="in the turn" />
      {answer !== undefined && (answer.text !== '' || toolCalls.length === 0) && (
        <FoldedMessage reason={repeatedMessages.get(agentPlace)} speaker="agent" name={agentPlace}>
          <MessageCard speaker="agent" part={agentPlace} text={answer.text} raw={false} />
        </FoldedMessage>
      )}
      <TurnInterrupts view={view} answered="by the user" />
      {error !== undefined && (
        <div className="rounded-md bg-broken-soft px-3 py-2 text-broken text-xs">
          <Text text={error} />
        </div>
      )}
    </>
  );
}

/** Shows the verdict of a judge or the result of a check on a turn. */
function JudgeNoteLine({ note: { status, subject, words, isJudge } }: { note: JudgeNote }) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-1 text-xs', isJudge && 'rounded-md bg-sunken px-3 py-2')}>
      <p className="flex items-baseline gap-2">
        <Status of={status} className="shrink-0 text-xs" />
        <span className="line-clamp-3 min-w-0 break-words">
          {isJudge && <span className="text-ink-faint">Judge: </span>}
          {replaceInvisibleCharacters(subject)}
        </span>
      </p>
      {words !== undefined && words !== '' && (
        <blockquote className="break-words border-line-strong border-l-2 pl-2 text-ink-soft">
          {replaceInvisibleCharacters(words)}
        </blockquote>
      )}
    </div>
  );
}
