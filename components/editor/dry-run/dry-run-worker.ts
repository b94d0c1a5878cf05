import { type DryRun, dryRunCase, type RecordedAnswer } from '@/runner/authoring';
import { type Json, toErrorMessage } from '@/runner/values';
import type { DryRunReply, DryRunRequest } from './dry-run-messages';

/**
 * The worker yields to incoming messages after this many milliseconds, so that a newer request can abort the current
 * one.
 */
const WORK_SLICE_MS = 20;

handleDryRunRequests();

/**
 * Evaluates a case on recorded answers in a worker, so that typing is not delayed. A new request aborts the previous
 * one.
 */
function handleDryRunRequests(): void {
  let answers: readonly RecordedAnswer[] = [];
  let controller = new AbortController();
  self.addEventListener('message', ({ data }: MessageEvent<DryRunRequest>) => {
    controller.abort();
    if (data.kind === 'answers') {
      answers = data.answers;
      return;
    }
    controller = new AbortController();
    const { signal } = controller;
    const { id, value } = data;
    dryRunAllAnswers(value, answers, signal).then(
      (runs) => sendReply({ id, runs }, signal),
      (error: unknown) => sendReply({ id, problem: toErrorMessage(error) }, signal),
    );
  });
}

async function dryRunAllAnswers(
  value: Json,
  answers: readonly RecordedAnswer[],
  signal: AbortSignal,
): Promise<DryRun[]> {
  const runs: DryRun[] = [];
  let lastMessageAt = performance.now();
  for (const answer of answers) {
    runs.push(await dryRunCase({ value, answer }, signal));
    if (performance.now() - lastMessageAt < WORK_SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    lastMessageAt = performance.now();
  }
  return runs;
}

function sendReply(message: DryRunReply, signal: AbortSignal): void {
  if (!signal.aborted) self.postMessage(message);
}
