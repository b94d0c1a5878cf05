import { readSync } from 'node:fs';
import { PIPES } from './pipes.ts';
import type { SyncAnswer } from './sync-replies.ts';

/**
 * Asks the host from inside a process of user code and blocks until the answer is there, so that user code gets it
 * without `await`. `send` posts the question. Throws the host's refusal as an error whose stack begins at the `caller`'s
 * caller.
 */
export function askAndWait(send: () => void, caller: (...args: never[]) => unknown): unknown {
  send();
  const answer: SyncAnswer = JSON.parse(readLine());
  if (answer.type === 'answer') return JSON.parse(answer.value);
  const error = new Error(answer.message);
  Error.captureStackTrace(error, caller);
  throw error;
}

/** Nothing comes behind the line: the host answers one question at a time. */
function readLine(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    const size = readSync(PIPES.answers, part);
    if (size === 0) throw new Error('the question was not answered: Turntree has ended');
    parts.push(part.subarray(0, size));
    if (part[size - 1] === NEW_LINE) return Buffer.concat(parts).toString('utf8');
  }
}

const NEW_LINE = 10;
