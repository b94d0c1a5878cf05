import { describe, expect, it } from 'vitest';
import type { MachineLoad } from '../ports/index.ts';
import { plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { unresponsiveAgent } from '../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';

/** Runs a case whose agent never answers, on a machine with this load, and returns the result. */
async function runUntilTimeout(load: MachineLoad) {
  const plan = runPlan([plannedCase(standardCase(), { agentId: 'deaf', timeoutMs: 10_000 })]);
  const { clock, done, events } = recordRun(plan, [unresponsiveAgent()], { load: { begin: () => () => load } });
  await clock.advance(10_000);
  await done;
  return listResultsInEvents(events)[0];
}

describe('a timeout', () => {
  it('is no fault of the agent where the event loop was late by more than a tenth of the limit, and says so', async () => {
    const result = await runUntilTimeout({ lateMs: 1_001, ownShare: 0.2 });
    expect(result?.fault).toMatchObject({ by: 'infra', kind: 'timeout', confidence: 'certain' });
    expect(result?.error).toMatch(
      /^timeout after 10s: waiting for the agent in turn 1; this machine was overloaded: the event loop of the runner was 1\.0s late$/,
    );
    expect((await runUntilTimeout({ lateMs: 1_001 }))?.fault).toMatchObject({ by: 'infra' });
  });

  it('is the fault of the agent where the event loop was in time, or its own processes used most of the CPU', async () => {
    for (const load of [{ lateMs: 1_000 }, { lateMs: 9_000, ownShare: 0.51 }]) {
      const result = await runUntilTimeout(load);
      expect(result?.fault).toMatchObject({ by: 'agent', kind: 'timeout', confidence: 'certain' });
      expect(result?.error).toBe('timeout after 10s: waiting for the agent in turn 1');
    }
  });
});
