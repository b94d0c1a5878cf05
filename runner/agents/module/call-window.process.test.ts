import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunEvent, workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import type { Agent, AgentProvider, OrderedCallWindow } from '../../ports/index.ts';
import { systemClock } from '../../run/machine/system-clock.ts';
import { plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closings.splice(0).map((close) => close()));
});

/**
 * An agent that does what the input of the case says. It counts its calls in a module variable, which shows whether
 * cases share the module.
 */
const source = `
  import { execSync } from 'node:child_process';
  import { writeSync } from 'node:fs';
  let calls = 0;
  /**
   * Ids of calls count from 1. The forged messages use the id of an earlier call, of later calls that have not begun,
   * and of a call that does not exist.
   */
  const forged = [
    ...[1, 5, 6, 1e9].map((id) => ({ type: 'returned', id, value: '"not mine"' })),
    ...[1, 5, 1e9].map((id) => ({ type: 'began', id })),
    { type: 'threw', id: 7, failure: { message: 'not mine' } },
    { type: 'aborted', id: 8 },
  ];
  const busy = () => Object.assign(new Error('busy'), { status: 503 });
  export default async ({ input, session_id }, context) => {
    calls += 1;
    switch (input.split(' ')[0]) {
      case 'throw': throw new Error('broken');
      case 'busy': throw busy();
      case 'once': if (session_id.includes('try')) return 'again'; throw busy();
      case 'exit': process.exit(3);
      case 'crash': execSync('kill -9 ' + process.pid); return new Promise(() => {});
      case 'loop': for (;;);
      case 'silent': return new Promise(() => {});
      case 'log': context.log('working'); console.log('printed'); return 'logged';
      case 'stream': context.write('a '); await null; context.write('b'); return undefined;
      case 'wait': await new Promise((done) => setTimeout(done, 2)); return 'waited';
      case 'wrong': return { content: 7 };
      case 'forge': for (const message of forged) writeSync(4, JSON.stringify(message) + '\\n'); return 'forged';
      case 'tools': return { content: 'ok', tool_calls: [{ name: 'look', arguments: { n: calls } }] };
      default: return 'call ' + calls;
    }
  };
`;

type Manner = 'ahead' | 'one by one';
type Setting = { inputs: readonly string[]; isolate: 'case' | 'suite'; parallel?: number; cancelAfter?: number };

async function run(manner: Manner, { inputs, isolate, parallel = 1, cancelAfter }: Setting): Promise<RunEvent[]> {
  const root = await createTemporaryWorkspace({ 'agent.mjs': source });
  const config = workspaceConfigSchema.parse({ agents: { target: { type: 'module', path: 'agent.mjs', isolate } } });
  const agents = createAgents({ systems, root, config, variables: {}, workers: { pingMs: 100 } });
  closings.push(() => agents.close());
  const cases = inputs.map((input, index) =>
    plannedCase(standardCase({ id: `C${index}`, input, assertions: [{ type: 'not_contains', value: 'again' }] }), {
      agentId: 'target',
      timeoutMs: isEndless(input) ? 150 : 20_000,
      ...(input === 'skip' && { skipReason: 'not today' }),
    }),
  );
  const plan = runPlan(cases, { options: { parallel, retries: 1 } });
  let windows = 0;
  const provider = withWindows(agents, (open) => {
    windows += 1;
    return manner === 'ahead' ? open() : undefined;
  });
  let finished = 0;
  const recorded = recordRun(plan, [], {
    agents: provider,
    clock: systemClock,
    observers: [
      {
        name: 'canceller',
        onEvent({ type }) {
          finished += type === 'case.finished' ? 1 : 0;
          if (finished === cancelAfter && type === 'case.finished') recorded.controller.abort();
        },
      },
    ],
  });
  await recorded.done;
  expect(windows).toBe(1);
  return recorded.events;
}

type Opening = (open: () => OrderedCallWindow | undefined) => OrderedCallWindow | undefined;

function withWindows(agents: AgentProvider, opening: Opening): AgentProvider {
  return {
    ...agents,
    async agent(reference, signal): Promise<Agent> {
      const agent = await agents.agent(reference, signal);
      return { ...agent, openWindow: (atOnce) => opening(() => agent.openWindow?.(atOnce)) };
    },
  };
}

const times = new Set(['at', 'startedAt', 'durationMs']);
/**
 * Matches the part of an error that names the code line where a call hangs. The error has this part only if the process
 * was ready before the timeout. A call that is sent ahead starts later, so this part is not compared for such a call.
 */
const placeOfHang = /, still running at [\w.:]+/g;

function withoutTimes(events: readonly RunEvent[]): unknown {
  const text = JSON.stringify(events, (key, value: unknown) => (times.has(key) ? 0 : value));
  return JSON.parse(text.replaceAll(placeOfHang, ''));
}

const usual = ['fine', 'throw', 'once', 'busy', 'log', 'stream', 'wait', 'wrong', 'tools', 'skip'];
const costly = ['exit', 'crash', 'loop', 'silent'];
const isEndless = (input: string): boolean => input === 'loop' || input === 'silent';
const inputs = fc
  .tuple(
    fc.array(fc.constantFrom(...usual), { minLength: 12, maxLength: 30 }),
    fc.array(fc.tuple(fc.constantFrom(...costly), fc.nat(12)), { maxLength: 2 }),
  )
  .map(([list, hard]) => hard.reduce((all, [input, place]) => all.toSpliced(place, 0, input), list));

describe('calls that are sent ahead', () => {
  it('leave the same log as calls one by one, whatever the agent does and whenever the run is cancelled', async () => {
    const settings = fc.record(
      { inputs, isolate: fc.constantFrom('case' as const, 'suite' as const), cancelAfter: fc.nat(20) },
      { requiredKeys: ['inputs', 'isolate'] },
    );
    await fc.assert(
      fc.asyncProperty(settings, async (drawn) => {
        // Whether the agent counted a call that timed out depends on how fast the agent's process started.
        const setting =
          drawn.isolate === 'case' ? drawn : { ...drawn, inputs: drawn.inputs.filter((input) => !isEndless(input)) };
        const [ahead, oneByOne] = [await run('ahead', setting), await run('one by one', setting)];
        expect(withoutTimes(ahead)).toEqual(withoutTimes(oneByOne));
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('keep their own ends, whatever another call writes into the pipe', async () => {
    const list = ['fine', 'log', 'forge', ...Array.from({ length: 20 }, () => 'fine')];
    const results = listResultsInEvents(await run('ahead', { inputs: list, isolate: 'suite' }));
    const outputs = list.map((input, index) => ({ log: 'logged', forge: 'forged' })[input] ?? `call ${index + 1}`);
    const byId = new Map(results.map(({ id, output }) => [id, output]));
    expect(list.map((_input, index) => byId.get(`C${index}`))).toEqual(outputs);
    expect(results).toHaveLength(list.length);
  });

  it('leave the same log of each case where several run at once', async () => {
    const many = Array.from({ length: 60 }, (_, index) => usual[index % usual.length] ?? '').toSpliced(20, 0, 'crash');
    const setting: Setting = { inputs: many, isolate: 'case', parallel: 4 };
    const [ahead, oneByOne] = [await run('ahead', setting), await run('one by one', setting)];
    const results = (events: RunEvent[]): unknown =>
      listResultsInEvents(events)
        .map(({ id, status, error, output }) => ({ id, status, error, output }))
        .toSorted((a, b) => a.id.localeCompare(b.id));
    expect(results(ahead)).toEqual(results(oneByOne));
  });
});
