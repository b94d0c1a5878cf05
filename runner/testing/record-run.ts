import type { RunEvent, RunPlan } from '../contract/index.ts';
import { executeRun } from '../engine/execute-run.ts';
import type { RunDeps } from '../engine/run-deps.ts';
import type { RunState } from '../fold/index.ts';
import { runKinds } from '../kinds/kinds.ts';
import type { Agent } from '../ports/index.ts';
import { createRunEvaluator } from '../verdict/index.ts';
import { fakeAgentProvider } from './fake-agents.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';

export type RecordedRun = {
  events: RunEvent[];
  clock: FakeClock;
  controller: AbortController;
  done: Promise<RunState>;
};

/** Executes a run with fake ports and returns its events. Everything else is real. */
export function recordRun(plan: RunPlan, agents: readonly Agent[], ports: Partial<RunDeps> = {}): RecordedRun {
  const events: RunEvent[] = [];
  const clock = fakeClock();
  const controller = new AbortController();
  const recorder = { name: 'recorder', onEvent: (event: RunEvent) => void events.push(event) };
  const done = executeRun(
    plan,
    {
      agents: fakeAgentProvider(agents),
      scripts: {
        runHook: () => Promise.reject(new Error('no scripts here')),
        runFunction: () => Promise.reject(new Error('no scripts here')),
        runTest: () => Promise.reject(new Error('no scripts here')),
        runMock: () => Promise.reject(new Error('no scripts here')),
      },
      attachments: { read: (content) => Promise.resolve(content) },
      clock,
      kinds: runKinds,
      judge: createRunEvaluator(),
      onObserverError: () => undefined,
      ...ports,
      observers: [recorder, ...(ports.observers ?? [])],
    },
    controller.signal,
  );
  return { events, clock, controller, done };
}

/** The finished attempts of a recorded run, in order of completion. */
export function listResultsInEvents(
  events: readonly RunEvent[],
): Extract<RunEvent, { type: 'case.finished' }>['result'][] {
  return events.flatMap((event) => (event.type === 'case.finished' ? [event.result] : []));
}
