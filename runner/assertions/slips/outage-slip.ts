import { hasFailed } from '../match-tool.ts';
import type { Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

const outage =
  /[^.!?\n]*\b(?:could not be (?:loaded|reached|retrieved)|(?:temporarily|currently) unavailable|try again later|timed out|something went wrong|(?:unexpected|internal) error)\b[^.!?\n]*/i;

/** Reports a snapshot of an answer that tells of a failure, although no call of the agent failed. */
export function findOutageMistake({ text, toolCalls }: Pick<Subject, 'text' | 'toolCalls'>): string | undefined {
  const [sentence] = outage.exec(text) ?? [];
  if (sentence === undefined || toolCalls.some(hasFailed)) return undefined;
  return `the snapshot expects an answer about a failure: ${formatJsonForMessage(sentence.trim())}`;
}
