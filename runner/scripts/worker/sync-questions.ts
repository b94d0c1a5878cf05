import { readSync } from 'node:fs';
import { PIPE_FILE_DESCRIPTORS } from './pipes.ts';
import type { SyncAnswer } from './sync-replies.ts';

/**
 * Asks the host from inside a process of user code and blocks until the answer arrives, so that user code needs no
 * `await`. `send` posts the question. If the host refuses, throws an error whose stack begins at the code that called
 * `caller`.
 */
export function askHostAndWait(send: () => void, caller: (...args: never[]) => unknown): unknown {
  send();
  const answer: SyncAnswer = JSON.parse(readAnswerLine());
  if (answer.type === 'answer') return JSON.parse(answer.value);
  const error = new Error(answer.message);
  Error.captureStackTrace(error, caller);
  throw error;
}

/** Reads a line from the host. Nothing can follow the line, because the host answers one question at a time. */
function readAnswerLine(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    const size = readSync(PIPE_FILE_DESCRIPTORS.answers, part);
    if (size === 0) throw new Error('the question was not answered: Turntree has ended');
    parts.push(part.subarray(0, size));
    if (part[size - 1] === NEW_LINE) return Buffer.concat(parts).toString('utf8');
  }
}

const NEW_LINE = 10;
