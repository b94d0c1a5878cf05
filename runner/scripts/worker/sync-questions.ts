import { receiveMessageOnPort } from 'node:worker_threads';
import type { SyncAnswer, SyncBridge } from './worker-protocol.ts';

/**
 * Asks the host from inside a worker and blocks the thread until the answer is there, so that user code gets it without
 * `await`. `send` posts the question. Throws the host's refusal as an error whose stack begins at the `caller`'s caller.
 */
export function askAndWait(
  { answers, gate }: SyncBridge,
  send: () => void,
  caller: (...args: never[]) => unknown,
): unknown {
  Atomics.store(gate, 0, 0);
  send();
  // The host may still be about to wake us for the question before: only the gate itself says that there is an answer.
  while (Atomics.load(gate, 0) === 0) Atomics.wait(gate, 0, 0);
  const answer: SyncAnswer | undefined = receiveMessageOnPort(answers)?.message;
  if (answer?.type === 'answer') return JSON.parse(answer.value);
  const error = new Error(answer?.message ?? 'the question was not answered');
  Error.captureStackTrace(error, caller);
  throw error;
}
