import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, RunOptions } from '../contract/index.ts';
import { emptyAttemptState, emptyRunState, foldRun, reduceAttempt } from '../fold/index.ts';
import { dynamicCase, plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { answeringAgent, echoAgent, type FakeAgent } from '../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';

const autoRuns = { good: 0.95, bad: 0.7, risk: 0.05, max: 36 };
const repeatedOptions: Partial<RunOptions> = { attempts: autoRuns.max, autoRuns };
const checked = { assertions: [{ type: 'contains' as const, value: 'right' }] };

/**
 * Returns an agent whose answers follow a string of letters, one letter per call; `P` is a right answer. The last
 * letter is repeated.
 */
function createScriptedCase(id: string, script: string): FakeAgent {
  let call = 0;
  return answeringAgent(id, () => {
    const letter = script[Math.min(call, script.length - 1)];
    call += 1;
    return letter === 'P' ? 'right' : 'wrong';
  });
}

/** Returns a simulator that fails at its first calls, as often as given, and then works. */
function createBrokenSimulator(times: number): FakeAgent {
  let remaining = times;
  return answeringAgent('simulator', () => {
    if (remaining > 0) {
      remaining -= 1;
      return new Error('the simulator broke');
    }
    return JSON.stringify({ message: 'done', goal_achieved: false });
  });
}

const createConversation = () => plannedCase(dynamicCase({ input: undefined }), { agentId: 'echo' });

function listAttemptKeys(events: readonly RunEvent[], type: RunEvent['type']): string[] {
  return events.flatMap((event) =>
    event.type === type && 'caseId' in event ? [`${event.caseId}#${event.attempt}`] : [],
  );
}

describe('a run that repeats cases until they are decided', () => {
  it('plays the attempts of a case one after the other, and of others beside them', async () => {
    let [inFlight, most] = [0, 0];
    const agent = answeringAgent('echo', async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      return 'right';
    });
    const cases = ['A', 'B', 'C'].map((id) => standardCase({ id, ...checked }));
    const { events, done } = recordRun(runPlan(cases, { options: { ...repeatedOptions, parallel: 2 } }), [agent]);
    const state = await done;
    expect(most).toBe(2);
    expect(state).toMatchObject({
      status: 'passed',
      reason: '3 good in 30 attempts',
      counts: { passed: 3, setAside: 27 },
    });
    const running = new Set<string>();
    for (const event of events) {
      if (event.type === 'case.started') {
        expect(running).not.toContain(event.caseId);
        running.add(event.caseId);
      }
      if (event.type === 'case.finished') running.delete(event.caseId);
    }
  });

  it('has as many attempts in a row as there were, and the decision with the last', async () => {
    const plan = runPlan([standardCase({ id: 'A', ...checked })], { options: repeatedOptions });
    const { events, done } = recordRun(plan, [createScriptedCase('echo', 'F')]);
    const state = await done;
    expect(state.rows[0]?.attempts).toMatchObject([
      { attempt: 1, status: 'failed' },
      { attempt: 2, status: 'failed', setAside: 'repeat', decision: 'bad' },
    ]);
    expect(state).toMatchObject({ exitCode: 1, reason: '1 bad: A' });
    expect(events.at(-2)).toMatchObject({ type: 'case.decided', attempt: 2, decision: 'bad', passed: 0 });
  });

  it('stops for a bad case when it fails fast, not for a single failure; what was begun is inconclusive', async () => {
    const plan = runPlan(
      [
        plannedCase(standardCase({ id: 'A', ...checked }), { agentId: 'slipping' }),
        plannedCase(standardCase({ id: 'B', ...checked }), { agentId: 'failing' }),
        plannedCase(standardCase({ id: 'C', ...checked }), { agentId: 'echo' }),
      ],
      { options: { ...repeatedOptions, failFast: true } },
    );
    const { done } = recordRun(plan, [
      createScriptedCase('slipping', 'FP'),
      createScriptedCase('failing', 'F'),
      echoAgent(),
    ]);
    const state = await done;
    expect(state.rows.map(({ attempts }) => attempts.at(-1)?.decision ?? attempts.at(-1)?.reason)).toEqual([
      'good',
      'bad',
      'fail-fast',
    ]);
  });
});

describe('an attempt that others broke', () => {
  it('is tried again in a new session; the last try counts, and the log has the first', async () => {
    const agent = echoAgent();
    const plan = runPlan([createConversation()], { options: { retries: 2 } });
    const { events, done } = recordRun(plan, [agent, createBrokenSimulator(1)]);
    const state = await done;
    expect(state).toMatchObject({ status: 'passed', counts: { passed: 1, error: 0 } });
    expect(listAttemptKeys(events, 'case.started')).toEqual(['D001#1']);
    expect(listAttemptKeys(events, 'case.repeated')).toEqual(['D001#1']);
    expect(listAttemptKeys(events, 'case.finished')).toEqual(['D001#1']);
    expect(state.rows[0]?.attempts).toMatchObject([{ attempt: 1, status: 'passed', repeated: 1 }]);
    expect(listResultsInEvents(events)[0]?.warnings?.[0]).toMatch(
      /^this is try 2, because try 1 ended with simulator error: .*\(simulator: /,
    );
    expect(agent.requests[0]?.sessionId).toMatch(/:1:try-2$/);
    const key = { suiteKey: 'tests/suite.jsonl', caseId: 'D001', attempt: 1 };
    const attempt = events.reduce(reduceAttempt, emptyAttemptState(key));
    expect(attempt).toMatchObject({ status: 'passed', repeated: [{ status: 'error' }] });
    expect(attempt.turns).toHaveLength(1);
    expect(events.reduce(reduceAttempt, attempt)).toEqual(attempt);
  });

  it('is given up after so many tries', async () => {
    const { events, done } = recordRun(runPlan([createConversation()], { options: { retries: 2 } }), [
      echoAgent(),
      createBrokenSimulator(9),
    ]);
    expect(await done).toMatchObject({ status: 'failed', counts: { error: 1 } });
    expect(listAttemptKeys(events, 'case.repeated')).toHaveLength(2);
  });

  it('is not tried again without being asked to, nor for what the agent did', async () => {
    const unasked = recordRun(runPlan([createConversation()]), [echoAgent(), createBrokenSimulator(1)]);
    expect(await unasked.done).toMatchObject({ counts: { error: 1 } });
    const own = recordRun(runPlan([standardCase({ id: 'A', ...checked })], { options: { retries: 3 } }), [
      createScriptedCase('echo', 'FP'),
    ]);
    expect(await own.done).toMatchObject({ counts: { failed: 1 } });
    expect(listAttemptKeys(own.events, 'case.repeated')).toEqual([]);
  });

  it('keeps a whole log and harmless replay, however often it is tried and whenever it is cancelled', {
    tags: 'thorough',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
        fc.record({
          parallel: fc.integer({ min: 1, max: 3 }),
          retries: fc.integer({ min: 1, max: 3 }),
          isAuto: fc.boolean(),
        }),
        fc.option(fc.integer({ min: 1, max: 60 })),
        async (broken, { isAuto, ...options }, cancelAt) => {
          const remaining = [...broken];
          const simulator = answeringAgent('simulator', ({ context }) => {
            const place = Number(context.caseId.slice(1));
            const tries = remaining[place] ?? 0;
            remaining[place] = tries - 1;
            return tries > 0 ? new Error('broke') : JSON.stringify({ message: 'done', goal_achieved: false });
          });
          const cases = broken.map((_, place) => plannedCase(dynamicCase({ id: `C${place}`, input: undefined })));
          const plan = runPlan(cases, { options: { ...options, ...(isAuto ? repeatedOptions : {}) } });
          let eventCount = 0;
          const canceller = {
            name: 'canceller',
            onEvent: () => {
              eventCount += 1;
              if (eventCount === cancelAt) queueMicrotask(() => recorded.controller.abort());
            },
          };
          const recorded = recordRun(plan, [echoAgent(), simulator], { observers: [canceller] });
          const state = await recorded.done;
          const { events } = recorded;
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_, position) => position + 1));
          const [started, finished] = [
            listAttemptKeys(events, 'case.started'),
            listAttemptKeys(events, 'case.finished'),
          ];
          expect(new Set(started).size).toBe(started.length);
          expect(new Set(finished).size).toBe(finished.length);
          for (const place of started) expect(finished).toContain(place);
          const once = foldRun(emptyRunState('run-1'), events);
          expect(once).toEqual(state);
          expect(foldRun(once, events)).toEqual(once);
          for (const { attempts } of state.rows) {
            for (const { status } of attempts) expect(['queued', 'running']).not.toContain(status);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
