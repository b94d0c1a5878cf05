import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type AgentsHandle, createAgents } from '../../runner/agents/create-agents.ts';
import { type RunEvent, workspaceConfigSchema } from '../../runner/contract/index.ts';
import { systems } from '../../runner/extensions/registered/systems.ts';
import { systemClock } from '../../runner/run/machine/system-clock.ts';
import { runPlan, standardCase } from '../../runner/testing/case-factory.ts';
import { recordRun } from '../../runner/testing/record-run.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

/** A program and a module that use the official tracing SDK. */
const root = path.join(import.meta.dirname, 'fixtures/traced-agent');
const command = { type: 'command', command: [process.execPath, 'command.ts'] };
const module = { type: 'module', path: 'module.ts' };

type Agents = { entry: object; variables?: Record<string, string>; config?: object };

/** Runs three cases in parallel with this agent and returns the events of the run. */
async function eventsOf({ entry, variables = {}, config = {} }: Agents): Promise<RunEvent[]> {
  const agents = createAgents({
    systems,
    root,
    variables: { PATH: process.env.PATH ?? '', ...variables },
    config: workspaceConfigSchema.parse({ agents: { echo: entry }, ...config }),
  });
  handles.push(agents);
  const cases = ['A', 'B', 'C'].map((id) => standardCase({ id, input: `order ${id}` }));
  const { events, done } = recordRun(runPlan(cases, { options: { parallel: 3 } }), [], { agents, clock: systemClock });
  await done;
  return events;
}

/** Returns what was traced for a case: model calls with their requests, and tool calls with their errors. */
function callsOf(events: readonly RunEvent[], caseId: string): unknown[] {
  return events.flatMap((event) => {
    if (!('caseId' in event) || event.caseId !== caseId) return [];
    if (event.type === 'model.called')
      return [event.request?.messages, event.answer?.content, event.usage?.inputTokens];
    if (event.type === 'tool.started') return [event.arguments];
    if (event.type === 'tool.finished') return [`${event.tool}: ${event.error}`];
    return event.type === 'case.finished' ? [event.result.status] : [];
  });
}

const expected = (id: string) => [
  [{ role: 'user', content: `order ${id}` }],
  'on it',
  7,
  { of: `order ${id}` },
  'lookup: not found',
  'passed',
];

describe('an agent whose code uses an SDK of OpenTelemetry', () => {
  it.each([
    ['a program', command],
    ['a module', module],
    ['a module with a process for each case', { ...module, isolate: 'process' }],
    ['a module that is kept for the suite', { ...module, isolate: 'suite' }],
  ])('shows its model calls and tools in the attempt that they belong to: %s', async (_kind, entry) => {
    const events = await eventsOf({ entry });
    for (const id of ['A', 'B', 'C']) expect(callsOf(events, id)).toEqual(expected(id));
    expect(events.filter(({ type }) => type === 'log.written')).toEqual([]);
    expect(events.find((event) => event.type === 'model.called')).toMatchObject({
      role: 'agent',
      agentId: 'echo',
      connector: 'gpt',
      turn: 1,
    });
  });

  it.each([
    ['a program', command],
    ['a module', module],
  ])('does so in JSON as well: %s', async (_kind, entry) => {
    const events = await eventsOf({ entry, variables: { AS_JSON: 'yes' } });
    for (const id of ['A', 'B', 'C']) expect(callsOf(events, id)).toEqual(expected(id));
  });

  it('is not told where its spans could go if calls are not recorded, or its spans go elsewhere', async () => {
    const entry = { ...module, export: 'address' };
    const answersIn = (events: readonly RunEvent[]) =>
      events.flatMap((event) => (event.type === 'case.finished' ? [event.result.output] : []));
    const nowhere = await eventsOf({ entry, config: { record_calls: false } });
    expect(answersIn(nowhere)).toEqual(Array(3).fill('undefined'));
    const own = 'http://127.0.0.1:9/collector';
    const elsewhere = await eventsOf({ entry, variables: { OTEL_EXPORTER_OTLP_ENDPOINT: own } });
    expect(answersIn(elsewhere)).toEqual(Array(3).fill(own));
  });

  it('has spans in a trace of its own left out, and the attempt says so', async () => {
    const events = await eventsOf({ entry: { ...module, export: 'apart' } });
    expect(events.filter(({ type }) => type === 'model.called')).toEqual([]);
    const logs = events.flatMap((event) => (event.type === 'log.written' ? [event.text] : []));
    expect(logs.length).toBeGreaterThan(0);
    for (const text of logs) expect(text).toContain('not certain which turn they belong to');
  });
});
