import { hasFailed } from '../match-tool.ts';
import type { Subject } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

const outagePattern =
  /\b(?:could not be (?:loaded|reached|retrieved)|(?:temporarily|currently) unavailable|try again later|timed out|something went wrong|(?:unexpected|internal) error)\b/i;

/** Finds a snapshot of an answer that reports an outage, although no call of the agent failed. */
export function findOutageMistake({ text, toolCalls }: Pick<Subject, 'text' | 'toolCalls'>): string | undefined {
  const match = outagePattern.exec(text);
  if (match === null || toolCalls.some(hasFailed)) return undefined;
  return `the snapshot expects an answer about a failure: ${formatJsonForMessage(getSentenceAt(text, match.index))}`;
}

function getSentenceAt(text: string, index: number): string {
  const before =
    text
      .slice(0, index)
      .split(/[.!?\n]/)
      .at(-1) ?? '';
  const [after = ''] = text.slice(index).split(/[.!?\n]/, 1);
  return `${before}${after}`.trim();
}
