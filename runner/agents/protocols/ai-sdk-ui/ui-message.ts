import { randomUUID } from 'node:crypto';
import type { Message } from '../../../contract/index.ts';
import { formatContentText, toTextOrFilePart } from '../../../fold/index.ts';
import { type Json, parseJsonOrKeepText, toJsonText, withoutUndefined } from '../../../values/index.ts';

/** A part of a message in the format of the AI SDK's user interfaces. */
export type UiPart =
  | { type: 'step-start' }
  | { type: 'text' | 'reasoning'; text: string; state: 'streaming' | 'done'; providerMetadata?: Json | undefined }
  | { type: 'file'; url: string; mediaType: string; filename?: string | undefined }
  | UiToolPart;

export type UiToolPart = {
  /** The type of the part: `dynamic-tool`, or `tool-` and the name of the tool. */
  type: string;
  toolName?: string | undefined;
  toolCallId: string;
  state: ToolState;
  input?: Json | undefined;
  output?: Json | undefined;
  errorText?: string | undefined;
  preliminary?: boolean | undefined;
  providerExecuted?: boolean | undefined;
  callProviderMetadata?: Json | undefined;
  resultProviderMetadata?: Json | undefined;
  approval?: { id: string; approved?: boolean; reason?: string; isAutomatic?: boolean; signature?: string } | undefined;
};
type ToolState =
  | 'input-streaming'
  | 'input-available'
  | 'approval-requested'
  | 'approval-responded'
  | 'output-available'
  | 'output-error'
  | 'output-denied';

export type UiMessage = {
  id: string;
  role: 'system' | 'user' | 'assistant';
  metadata?: Json | undefined;
  parts: UiPart[];
};

export function isToolPart(part: UiPart): part is UiToolPart {
  return 'toolCallId' in part;
}

export function getToolName({ type, toolName }: UiToolPart): string {
  return toolName ?? type.replace(/^tool-/, '');
}

/** Converts messages of a case to UI messages. An answer, its calls and their results become one message. */
export function toUiMessages(messages: readonly Message[], metadata: Json | undefined): UiMessage[] {
  const converted: UiMessage[] = [];
  for (const message of messages) {
    const { role } = message;
    const last = converted.at(-1);
    if (role === 'assistant' || role === 'tool') {
      const answer: UiMessage = last?.role === 'assistant' ? last : { id: randomUUID(), role: 'assistant', parts: [] };
      if (answer !== last) converted.push(answer);
      addMessageToAnswer(answer, message);
    } else {
      const isUser = role === 'user';
      const parts = toUiParts(message);
      converted.push({
        id: randomUUID(),
        role: isUser ? 'user' : 'system',
        parts,
        ...(isUser ? withoutUndefined({ metadata }) : {}),
      });
    }
  }
  return converted;
}

function addMessageToAnswer({ parts }: UiMessage, message: Message): void {
  if (message.role === 'tool') {
    const call = parts.filter(isToolPart).find(({ toolCallId }) => toolCallId === message.tool_call_id);
    if (call === undefined) return;
    call.state = 'output-available';
    call.output = parseJsonOrKeepText(formatContentText(message.content));
    return;
  }
  parts.push({ type: 'step-start' }, ...toUiParts(message));
  for (const { id, function: functionCall } of message.tool_calls ?? []) {
    const input = parseJsonOrKeepText(toJsonText(functionCall.arguments));
    // Marks the tool as dynamic, because servers reject other tools that they do not know.
    const call = { type: 'dynamic-tool', toolName: functionCall.name, toolCallId: id ?? randomUUID() };
    parts.push({ ...call, state: 'input-available', input });
  }
}

function toUiParts({ role, content, refusal }: Message): UiPart[] {
  const messageContent = content ?? refusal ?? '';
  if (typeof messageContent === 'string' || role !== 'user') {
    const text = formatContentText(messageContent);
    return text === '' && role !== 'user' ? [] : [{ type: 'text', text, state: 'done' }];
  }
  return messageContent.map((each): UiPart => {
    const part = toTextOrFilePart(each);
    if (part.kind === 'text') return { type: 'text', text: part.text, state: 'done' };
    return { type: 'file', url: part.url, mediaType: part.mediaType, ...withoutUndefined({ filename: part.name }) };
  });
}
