import { dryRun, type RecordedAnswer } from '@/runner/authoring';
import type { DryRunReply, DryRunRequest } from './dry-run-messages';

serve();

/** Plays a case on recorded answers while it is written, so that typing never waits for it. The newest request wins. */
function serve(): void {
  let answers: RecordedAnswer[] = [];
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
    Promise.all(answers.map((answer) => dryRun(value, answer, signal))).then(
      (runs) => reply({ id, runs }, signal),
      (error: unknown) => reply({ id, problem: error instanceof Error ? error.message : String(error) }, signal),
    );
  });
}

function reply(message: DryRunReply, signal: AbortSignal): void {
  if (!signal.aborted) self.postMessage(message);
}
