import type { WorkspaceConfig } from '../contract/index.ts';
import { formatSize, parseSize } from '../values/index.ts';
import { AgentError, type AgentResponse } from './agent.ts';

const DEFAULT_MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Returns the maximum size of one answer in bytes, for agents, models, tools and functions. */
export function getAnswerLimit(config: Pick<WorkspaceConfig, 'max_answer'> = {}): number {
  const { max_answer: configured = DEFAULT_MAX_ANSWER_BYTES } = config;
  return typeof configured === 'number' ? configured : (parseSize(configured) ?? DEFAULT_MAX_ANSWER_BYTES);
}

/**
 * Describes an answer that is too long. `action` is the verb of the message, and `bytes` is undefined if the answer was
 * cut off before its size was known.
 */
export function describeTooLongAnswer(action: string, limit: number, bytes?: number): string {
  const key = 'max_answer in the workspace config allows';
  return bytes === undefined
    ? `${action} more than the ${formatSize(limit)} that ${key}`
    : `${action} ${formatSize(bytes)}; ${key} ${formatSize(limit)}`;
}

/** Throws if an answer is too long. */
export function requireAnswerWithinLimit(answer: AgentResponse, { id, limit }: { id: string; limit: number }): void {
  if (countCharacters(answer) * MAX_BYTES_PER_CODE_UNIT <= limit) return;
  const bytes = countBytes(answer);
  if (bytes > limit) throw new AgentError(`agent "${id}": ${describeTooLongAnswer('answered', limit, bytes)}`, 'agent');
}

/** The maximum number of UTF-8 bytes that one UTF-16 code unit needs. */
const MAX_BYTES_PER_CODE_UNIT = 3;

function countBytes(value: unknown): number {
  const encoder = new TextEncoder();
  return sumTextSizes(value, (text) => encoder.encode(text).length);
}

function countCharacters(value: unknown): number {
  return sumTextSizes(value, (text) => text.length);
}

/** Adds up the sizes of all strings in a value, including keys, at any depth; every other value counts as 1. */
function sumTextSizes(value: unknown, sizeOfText: (text: string) => number): number {
  let sum = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') sum += sizeOfText(next);
    else if (typeof next !== 'object' || next === null) sum += 1;
    else for (const key of Object.keys(next)) open.push(key, Reflect.get(next, key));
  }
  return sum;
}
