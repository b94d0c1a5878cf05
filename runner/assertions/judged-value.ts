import type { ToolCall } from '../contract/index.ts';
import { isBlank, isJsonObject, type Json } from '../values/index.ts';
import { toPlainText } from './to-plain-text.ts';

/** The parts of an agent's answer that are judged. */
export type JudgedResponse = { content: string; toolCalls: readonly ToolCall[]; next?: Json };

/**
 * Returns the value that the assertions of a standard case check: the data of the next hook unless it is empty (`false`
 * and `0` are not empty), otherwise the text, otherwise the messages of the tools.
 */
export function getJudgedValue(response: JudgedResponse): Json {
  if (!isEmptyJson(response.next)) return response.next ?? null;
  if (response.content !== '') return response.content;
  if (response.toolCalls.length === 0) return null;
  return listToolMessages(response.toolCalls)[0] ?? response.toolCalls.map(summarizeToolCall).join(' ');
}

/**
 * Returns the text that assertions check: the agent's text and the messages in tool results. If the agent wrote no
 * text, the data of the next hook is added.
 */
export function formatJudgedText(response: JudgedResponse): string {
  const parts = [response.content, ...listToolMessages(response.toolCalls)];
  if (response.content === '' && !isEmptyJson(response.next)) parts.push(toPlainText(response.next ?? null));
  return parts.filter((part) => part !== '').join('\n');
}

/** Returns true if there is no visible text, no call and no data. */
export function isEmptyAnswer({ content, toolCalls, next }: JudgedResponse): boolean {
  return isBlank(content) && toolCalls.length === 0 && isEmptyJson(next);
}

function isEmptyJson(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function listToolMessages(toolCalls: readonly ToolCall[]): string[] {
  return toolCalls.flatMap(({ result }) => {
    const message = isJsonObject(result) ? result.message : undefined;
    return typeof message === 'string' && message !== '' ? [message] : [];
  });
}

function summarizeToolCall({ tool, result }: ToolCall): string {
  const name = tool === '' ? 'unknown' : tool;
  if (!isJsonObject(result)) return `[${name}]`;
  if (typeof result.action === 'string') return `[${name}: ${result.action}]`;
  if (typeof result.success === 'boolean') return `[${name}: ${result.success ? 'success' : 'failed'}]`;
  return `[${name}]`;
}
