import type { AnnouncedCase, RunEvent, RunOptions, TestCase } from '@/runner/contract';
import {
  type AttemptState,
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

/** A run as a page has it: folded from its events, or from the first of them. */
export type PlayedRun = {
  events: readonly RunEvent[];
  state: RunState;
  announced(caseId: string): AnnouncedCase;
  attempt(caseId: string, attempt?: number): AttemptState;
  /** The same run when the event `last` had just happened for the first time. */
  upTo(last: RunEvent['type']): PlayedRun;
};

/** Plays cases with agents; without one for the cases they are answered with their own words. */
export async function playedRun(
  cases: readonly TestCase[],
  agents: readonly Agent[] = [echoAgent()],
  options: Partial<RunOptions> = {},
): Promise<PlayedRun> {
  const { events, done } = recordRun(runPlan(cases, { options }), agents);
  await done;
  return runOf(events);
}

function runOf(events: readonly RunEvent[]): PlayedRun {
  return {
    events,
    state: foldRun(emptyRunState('run-1'), events),
    announced(caseId) {
      const found = events.flatMap((event) => (event.type === 'run.started' ? event.cases : []));
      const announced = found.find(({ id }) => id === caseId);
      if (announced === undefined) throw new Error(`no case ${caseId} was announced`);
      return announced;
    },
    attempt: (caseId, attempt = 1) => events.reduce(reduceAttempt, emptyAttemptState({ suiteKey, caseId, attempt })),
    upTo: (last) => runOf(events.slice(0, events.findIndex(({ type }) => type === last) + 1)),
  };
}
