import type { WorkspaceConfig } from '../contract/index.ts';
import { formatSize, parseSize } from '../values/index.ts';
import { AgentError, type AgentResponse } from './agent.ts';

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** Returns the maximum size of one answer in bytes, for agents, models, tools and functions. */
export function answerLimit(config: Pick<WorkspaceConfig, 'max_answer'> = {}): number {
  const { max_answer: configured = DEFAULT_MAX_BYTES } = config;
  return typeof configured === 'number' ? configured : (parseSize(configured) ?? DEFAULT_MAX_BYTES);
}

/** Describes an answer that is too long; `did` is a verb, and `bytes` is undefined if the answer was cut off. */
export function answerTooLongText(did: string, limit: number, bytes?: number): string {
  const key = 'max_answer in the workspace config allows';
  return bytes === undefined
    ? `${did} more than the ${formatSize(limit)} that ${key}`
    : `${did} ${formatSize(bytes)}; ${key} ${formatSize(limit)}`;
}

/** Throws if an answer is too long. */
export function requireAnswerWithinLimit(answer: AgentResponse, { id, limit }: { id: string; limit: number }): void {
  const bytes = countBytes(answer);
  if (bytes > limit) throw new AgentError(`agent "${id}": ${answerTooLongText('answered', limit, bytes)}`, 'agent');
}

/** Counts the bytes of all strings in a value, at any depth, and one byte for everything else. */
function countBytes(value: unknown): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += encoder.encode(next).length;
    else if (typeof next !== 'object' || next === null) bytes += 1;
    else for (const [key, member] of Object.entries(next)) open.push(key, member);
  }
  return bytes;
}
