import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunPlan } from '../../contract/index.ts';
import { openDatabase } from '../../history/db/index.ts';
import { experimentCase, plannedCase, runPlan } from '../../testing/case-factory.ts';
import { fakeAgentProvider } from '../../testing/fake-agents.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { recordRun } from '../record.ts';
import { findRunToResume } from './find-resumed.ts';

const refuse = () => Promise.reject(new Error('there are no scripts'));
const ports = {
  agents: fakeAgentProvider([]),
  scripts: { runHook: refuse, runFunction: refuse, runTest: refuse, runMock: refuse },
  scorers: { score: () => Promise.resolve({ score: 1 }) },
  redact: (text: string) => text,
  attachments: { read: () => Promise.reject(new Error('no row has any')) },
};

let runs = 0;
function createPlan(suiteKey: string, scorers: string[]): RunPlan {
  runs += 1;
  const runId = `0000000${runs}-0000-7000-8000-000000000000`;
  const planned = plannedCase(experimentCase({ scorers }), { suiteKey, agentId: 'tea' });
  return { ...runPlan([planned]), runId, suites: [{ key: suiteKey, agentId: 'tea' }] };
}

describe('the run that a program resumes', () => {
  it('is the newest of the same rows and scorers, or the one that it names', async () => {
    const database = openDatabase(path.join(await createTemporaryWorkspace({}), 'history.db'));
    const record = async (plan: RunPlan): Promise<string> => {
      await recordRun(
        { plan, ports, observers: [], history: { database, baseline: { kind: 'none' } } },
        new AbortController().signal,
      );
      return plan.runId;
    };
    const currentPlan = createPlan('tests/a.csv#tea', ['tone']);
    expect(findRunToResume(database, 'latest', currentPlan)).toBeUndefined();
    const same = await record(createPlan('tests/a.csv#tea', ['tone']));
    const other = await record(createPlan('other/tests/a.csv#tea', ['tone']));
    expect(findRunToResume(database, 'latest', currentPlan)).toBe(same);
    expect(findRunToResume(database, same.slice(0, 8), currentPlan)).toBe(same);
    expect(() => findRunToResume(database, other, currentPlan)).toThrow(
      `resume: the run ${other} is a run of other/tests/a.csv#tea on tea by tone, not of tests/a.csv#tea on tea by tone`,
    );
    expect(() => findRunToResume(database, 'nothing', currentPlan)).toThrow('resume: no run has the id "nothing"');
    expect(findRunToResume(database, 'latest', createPlan('tests/a.csv#tea', ['tone', 'length']))).toBeUndefined();
    database.close();
  });
});
