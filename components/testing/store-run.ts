import type { RunOptions, RunPlan, TestCase } from '@/runner/contract';
import type { Database } from '@/runner/history/db';
import { writeEvents } from '@/runner/history/testing/temporary-histories';
import type { Agent } from '@/runner/ports';
import { runPlan } from '@/runner/testing/case-factory';
import { fakeClock } from '@/runner/testing/fake-clock';
import { recordRun } from '@/runner/testing/record-run';

type StoredRunParts = Partial<Pick<RunPlan, 'runId'>> & { startedAt?: number; options?: Partial<RunOptions> };

/** Runs cases with agents, and stores the run in the history. */
export async function storeRun(
  history: Database,
  cases: readonly TestCase[],
  agents: readonly Agent[],
  { startedAt, ...parts }: StoredRunParts = {},
): Promise<void> {
  const { events, done } = recordRun(runPlan(cases, parts), agents, { clock: fakeClock(startedAt) });
  await done;
  await writeEvents(history, events);
}
