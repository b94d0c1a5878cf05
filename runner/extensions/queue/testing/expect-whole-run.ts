import { expect } from 'vitest';
import type { RunEvent } from '../../../contract/index.ts';
import type { RunningCli } from '../../../testing/run-cli.ts';
import { listFinishedEvents, waitForOutput } from './create-queue-test-tools.ts';

/** Checks that each attempt passed and occurs exactly once, and that the log has no gap. */
export function expectEachAttemptOnce(events: readonly RunEvent[], ids: readonly string[], runs: number): void {
  const ended = listFinishedEvents(events).map(
    ({ caseId, attempt, result }) => `${caseId} ${attempt} ${result.status}`,
  );
  const expected = ids.flatMap((id) => Array.from({ length: runs }, (_, index) => `${id} ${index + 1} passed`));
  expect(ended.toSorted()).toEqual(expected.toSorted());
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
}

/** Checks that the workers that took part from the start also ended the run, and that no worker gave it up. */
export async function expectWorkersToStay(workers: readonly RunningCli[]): Promise<void> {
  for (const worker of workers) await waitForOutput(worker, 'done with run');
  expect(workers.map((worker) => worker.stderr())).not.toContainEqual(expect.stringContaining('nothing is heard'));
}
