import { MessageCard } from '@/components/conversation/message-card';
import type { TalkTurn } from '@/lib/queries';
import { visibleText } from '@/runner/format';

type Props = {
  turns: readonly TalkTurn[];
  /** The message that waits for its answer. */
  asked: string | undefined;
};

export function TalkTurns({ turns, asked }: Props) {
  return (
    <ol aria-label="Conversation" aria-live="polite" className="flex flex-col gap-3">
      {turns.map(({ turn, input, tools, answer }) => (
        <li key={turn} className="flex flex-col gap-2">
          <MessageCard speaker="user" text={input} raw part={`user-${turn}`} />
          {tools.map((tool, position) => (
            <p key={position} className="break-words px-3.5 font-mono text-2xs text-ink-soft">
              {visibleText(tool)}
            </p>
          ))}
          <MessageCard speaker="agent" text={answer} raw={false} part={`agent-${turn}`} />
        </li>
      ))}
      {asked !== undefined && (
        <li>
          <MessageCard speaker="user" note="waiting for the answer" text={asked} raw part="user-next" />
        </li>
      )}
    </ol>
  );
}
