import { randomUUID } from 'node:crypto';
import type { ContentPart, Message } from '../../../contract/index.ts';
import { formatContentText, toTextOrFilePart } from '../../../fold/index.ts';
import { type JsonObject, toJsonText, withoutUndefined } from '../../../values/index.ts';
import { isApproval } from '../decide-interrupts.ts';
import type { InterruptAnswer } from '../protocol.ts';

/** Converts a message of a case to items of the Responses API. Each call and each result is a separate item. */
export function toInputItems(message: Message): JsonObject[] {
  const { role, content, refusal, tool_calls: toolCalls = [], tool_call_id: callId } = message;
  if (role === 'tool') {
    return [{ type: 'function_call_output', call_id: callId ?? '', output: formatContentText(content ?? '') }];
  }
  const calls = toolCalls.map(({ id, function: { name, arguments: callArguments } }) => ({
    type: 'function_call',
    call_id: id ?? `call_${randomUUID()}`,
    name,
    arguments: toJsonText(callArguments),
  }));
  const messageContent = toInputContent(content ?? refusal ?? '', role);
  return messageContent.length === 0 ? calls : [{ type: 'message', role, content: messageContent }, ...calls];
}

/** Creates the item that approves or rejects a call of an MCP tool. */
export function toApprovalItem(answer: InterruptAnswer): JsonObject {
  const item = {
    type: 'mcp_approval_response',
    approval_request_id: answer.interrupt.id,
    approve: isApproval(answer),
  };
  return answer.kind === 'text' ? { ...item, reason: answer.text } : item;
}

/** Converts content to the Responses API. Only user messages may contain anything else than text. */
function toInputContent(content: string | readonly ContentPart[], role: Message['role']): string | JsonObject[] {
  if (typeof content === 'string') return content;
  return role === 'user' ? content.map(toInputPart) : formatContentText([...content]);
}

function toInputPart(contentPart: ContentPart): JsonObject {
  const part = toTextOrFilePart(contentPart);
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  const { of, url, name: filename } = part;
  const isWhole = url.startsWith('data:');
  switch (of) {
    case 'image':
      return { type: 'input_image', image_url: url, detail: getImageDetail(contentPart) };
    case 'audio': {
      const [, format = 'wav', data = ''] = /^data:audio\/([^;,]*);base64,(.*)$/s.exec(url) ?? [];
      return { type: 'input_audio', input_audio: { data, format } };
    }
    case 'file':
      return {
        type: 'input_file',
        ...withoutUndefined({ filename }),
        ...(isWhole ? { file_data: url } : { file_url: url }),
      };
    default:
      return of satisfies never;
  }
}

function getImageDetail(part: ContentPart): string {
  if (part.type === 'image') return part.detail ?? 'auto';
  return part.type === 'image_url' ? (part.image_url.detail ?? 'auto') : 'auto';
}
