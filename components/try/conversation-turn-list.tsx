import { MessageCard } from '@/components/conversation/message-card';
import type { ConversationTurn } from '@/lib/queries';
import { replaceInvisibleCharacters } from '@/runner/format';

type Props = {
  turns: readonly ConversationTurn[];
  /** The message that the agent has not answered yet. If `title` is set, the message begins a new conversation. */
  pending: { input: string; title?: string | undefined } | undefined;
};

export function ConversationTurnList({ turns, pending }: Props) {
  return (
    <ol aria-label="Conversation" aria-live="polite" className="flex flex-col gap-3">
      {turns.map(({ turn, input, tools, answer, title }, index) => (
        <li key={index} className="flex flex-col gap-2">
          {title !== undefined && <ConversationTitle title={title} />}
          <MessageCard speaker="user" text={input} raw part={`user-${index}-${turn}`} />
          {tools.map((tool, position) => (
            <p key={position} className="break-words px-3.5 font-mono text-2xs text-ink-soft">
              {replaceInvisibleCharacters(tool)}
            </p>
          ))}
          <MessageCard speaker="agent" text={answer} raw={false} part={`agent-${index}-${turn}`} />
        </li>
      ))}
      {pending !== undefined && (
        <li className="flex flex-col gap-2">
          {pending.title !== undefined && <ConversationTitle title={pending.title} />}
          <MessageCard speaker="user" note="waiting for the answer" text={pending.input} raw part="user-next" />
        </li>
      )}
    </ol>
  );
}

function ConversationTitle({ title }: { title: string }) {
  return <h2 className="mt-3 border-t pt-3 font-medium text-base">{title}</h2>;
}
