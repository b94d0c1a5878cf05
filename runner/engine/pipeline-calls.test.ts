import { describe, expect, it } from 'vitest';
import type { PlannedCase, RunOptions, StandardCase } from '../contract/index.ts';
import type { Agent, OrderedCallWindow } from '../ports/index.ts';
import { plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { echoAgent } from '../testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';

/**
 * A test agent that accepts requests ahead of time and answers them one after the other. Counts these requests and
 * ordinary calls.
 */
function createWindowAgent(id: string): Agent & { sent: string[]; calls: number } {
  const agent = {
    id,
    sent: [] as string[],
    calls: 0,
    async invoke() {
      agent.calls += 1;
      return { content: id, toolCalls: [] };
    },
    openWindow: (): OrderedCallWindow => ({
      send({ context }, { onBegun, onEnded }) {
        agent.sent.push(context.caseId);
        queueMicrotask(onBegun);
        return {
          async invoke() {
            onEnded(true);
            return { content: id, toolCalls: [] };
          },
        };
      },
      resume: () => undefined,
      revoke: () => undefined,
    }),
  };
  return agent;
}

function createCases(count: number, agentId: string, parts: Partial<StandardCase> = {}): PlannedCase[] {
  return Array.from({ length: count }, (_, index) =>
    plannedCase(standardCase({ id: `${agentId}-${index}`, ...parts }), { agentId }),
  );
}

async function runCases(planned: PlannedCase[], agents: Agent[], options: Partial<RunOptions> = {}) {
  const { done, events } = recordRun(runPlan(planned, { options }), agents);
  await done;
  return listResultsInEvents(events);
}

describe('calls of a run', () => {
  it('are sent ahead to the agent of each case, and judged in the order of the plan', async () => {
    const [first, second] = [createWindowAgent('first'), createWindowAgent('second')];
    const planned = [
      ...createCases(50, 'first'),
      ...createCases(50, 'second'),
      ...createCases(50, 'first', { tags: ['later'] }),
    ];
    const results = await runCases(planned, [first, second]);
    expect(results.map(({ id, output }) => [id.split('-')[0], output])).toEqual(
      planned.map(({ agentId }) => [agentId, agentId]),
    );
    expect([first.sent.length, first.calls, second.sent.length, second.calls]).toEqual([100, 0, 50, 0]);
  });

  it.each<[string, Partial<RunOptions>]>([
    ['--fail-fast', { failFast: true }],
    ['--max-cost', { maxCost: 5 }],
    ['--runs auto', { autoRuns: { good: 0.9, bad: 0.5, risk: 0.1, max: 3 } }],
  ])('are made one by one where something is decided between them: %s', async (_what, options) => {
    const agent = createWindowAgent('only');
    await runCases(createCases(60, 'only'), [agent], options);
    expect(agent.sent).toEqual([]);
    expect(agent.calls).toBeGreaterThanOrEqual(60);
  });

  it.each<[string, Partial<StandardCase>]>([
    ['hooks', { after: 'scripts:a.After' }],
    ['mocks', { mocks: { look: [{ result: 1 }] } }],
    ['a script in its rules', { assertions: [{ type: 'script', use: 'scripts:a.Check' }] }],
    ['an input that a script makes', { input: 'scripts:a.Input' }],
  ])('are made one by one for a case with %s', async (_what, parts) => {
    const agent = createWindowAgent('only');
    await runCases(createCases(60, 'only', parts), [agent]);
    expect(agent.sent).toEqual([]);
  });

  it('are made one by one where there are few', async () => {
    const [agent, other] = [createWindowAgent('only'), echoAgent('other')];
    const mixed = createCases(8, 'only').flatMap((planned) => [planned, ...createCases(1, 'other')]);
    await runCases(mixed, [agent, other]);
    expect([agent.sent.length, agent.calls]).toEqual([0, 8]);
  });
});
