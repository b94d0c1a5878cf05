import type { PlannedCase, RunEvent, RunOptions, TestCase } from '@/runner/contract';
import {
  type AttemptState,
  type CaseRow,
  emptyAttemptState,
  emptyRunState,
  foldRun,
  type RunState,
  reduceAttempt,
} from '@/runner/fold';
import type { Agent } from '@/runner/ports';
import { runPlan } from '@/runner/testing/case-factory';
import { echoAgent } from '@/runner/testing/fake-agents';
import { recordRun } from '@/runner/testing/record-run';

const suiteKey = 'tests/suite.jsonl';

/** A run as a page has it: folded from all of its events, or from the first ones. */
export type FoldedRun = {
  events: readonly RunEvent[];
  state: RunState;
  row(caseId: string): CaseRow;
  attempt(caseId: string, attempt?: number): AttemptState;
  /** Returns the run as it was right after the first event of type `last`. */
  upTo(last: RunEvent['type']): FoldedRun;
};

/**
 * Runs cases with these agents and returns the folded run; without an agent, each case is answered with its own input.
 */
export async function runCasesAndFoldEvents(
  cases: readonly (TestCase | PlannedCase)[],
  agents: readonly Agent[] = [echoAgent()],
  options: Partial<RunOptions> = {},
): Promise<FoldedRun> {
  const { events, done } = recordRun(runPlan(cases, { options }), agents);
  await done;
  return createFoldedRun(events);
}

function createFoldedRun(events: readonly RunEvent[]): FoldedRun {
  const state = foldRun(emptyRunState('run-1'), events);
  return {
    events,
    state,
    row(caseId) {
      const row = state.rows.find(({ id }) => id === caseId);
      if (row === undefined) throw new Error(`no case ${caseId} was announced`);
      return row;
    },
    attempt: (caseId, attempt = 1) => events.reduce(reduceAttempt, emptyAttemptState({ suiteKey, caseId, attempt })),
    upTo: (last) => createFoldedRun(events.slice(0, events.findIndex(({ type }) => type === last) + 1)),
  };
}
