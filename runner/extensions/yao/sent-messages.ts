import { AgentError } from '../../ports/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** The messages that hooks send during a turn. Message ids start from one in every turn. */
export type SentMessages = {
  /** Implements `Send`, `Append`, `End` …; returns the id of the affected message or block. */
  call(method: string, values: readonly Json[]): Json;
  /** Returns true if any text was displayed to the user. */
  hasText(): boolean;
};

export function createSentMessages(log: (text: string) => void): SentMessages {
  const messageCounts = { M: 0, B: 0, T: 0 };
  let seenText = false;
  const takeNextMessageId = (kind: keyof typeof messageCounts) => {
    messageCounts[kind] += 1;
    return `${kind}${messageCounts[kind]}`;
  };

  function sendMessage(method: string, values: readonly Json[]): string {
    const message = toTypedMessage(method, values[0]);
    seenText ||= message.type === 'text';
    const messageId = isJsonObject(values[0]) ? values[0].message_id : undefined;
    const id = typeof messageId === 'string' && messageId !== '' ? messageId : takeNextMessageId('M');
    log(`${method} ${id} ${formatSentMessage(message)}`);
    return id;
  }

  function changeMessage(method: string, values: readonly Json[]): string {
    const [id, content] = values;
    if (typeof id !== 'string' || id === '') {
      throw new AgentError(`ctx.${method} needs the id of a message before its content`, 'agent');
    }
    if (content !== undefined && content !== null) seenText ||= toTypedMessage(method, content).type === 'text';
    log(`${method} ${id}${content === undefined ? '' : ` ${formatSentMessage(content)}`}`);
    return id;
  }

  return {
    hasText: () => seenText,
    call(method, values) {
      switch (method) {
        case 'MessageID':
          return takeNextMessageId('M');
        case 'BlockID':
          return takeNextMessageId('B');
        case 'ThreadID':
          return takeNextMessageId('T');
        case 'EndBlock':
          log(`EndBlock ${formatSentMessage(values[0] ?? null)}`);
          return null;
        case 'Send':
        case 'SendStream':
          return sendMessage(method, values);
        default:
          return changeMessage(method, values);
      }
    },
  };
}

/** A plain text becomes a message of type `text`; an object must contain its type. */
function toTypedMessage(method: string, message: Json | undefined): { type: string; [key: string]: Json } {
  if (typeof message === 'string') return { type: 'text', props: { content: message } };
  if (isJsonObject(message) && typeof message.type === 'string' && message.type !== '') {
    return { ...message, type: message.type };
  }
  throw new AgentError(
    `ctx.${method}: message.type is required: send a text, or an object such as {type: "text", props: {content: "…"}}`,
    'agent',
  );
}

function formatSentMessage(value: Json): string {
  if (isJsonObject(value) && value.type === 'text' && isJsonObject(value.props)) {
    return JSON.stringify(value.props.content ?? value);
  }
  return JSON.stringify(value);
}
