import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runInProcess } from '../../testing/run-in-process.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';

type ScriptedCall = { name: string; arguments?: object; requestor?: 'user'; fails?: true };
type Step = string | ScriptedCall;
type Plant = { says: string; steps: Step[]; end?: string; isRight: boolean };
type Planted = { title: string; criteria: object; simulations: Plant[] };

const cancel = (id: string): ScriptedCall => ({ name: 'cancel_order', arguments: { order_id: id } });
const look: ScriptedCall = { name: 'get_order_details', arguments: { order_id: '#W1' } };
const toggle: ScriptedCall = { name: 'toggle_data', requestor: 'user' };
const roaming: ScriptedCall = { name: 'enable_roaming', arguments: { line_id: 'L1' } };
const exchange = (...item_ids: string[]): ScriptedCall => ({
  name: 'exchange_items',
  arguments: { order_id: '#W1', item_ids },
});

const planted: Planted[] = [
  {
    title: 'one write',
    criteria: { actions: [look, cancel('#W1')] },
    simulations: [
      { says: 'reads and cancels', steps: [look, cancel('#W1'), 'Cancelled.'], isRight: true },
      { says: 'reads more than the reference', steps: [look, look, cancel('#W1'), 'Cancelled.'], isRight: true },
      { says: 'cancels another order, too', steps: [cancel('#W1'), cancel('#W2'), 'Both.'], isRight: false },
      { says: 'cancels twice', steps: [cancel('#W1'), cancel('#W1'), 'Done.'], isRight: false },
      { says: 'cancels nothing', steps: [look, 'Cancelled.'], isRight: false },
      { says: 'cancels the wrong order', steps: [cancel('#W2'), 'Cancelled.'], isRight: false },
    ],
  },
  {
    title: 'a refusal',
    criteria: { actions: [] },
    simulations: [
      { says: 'refuses', steps: [look, 'I cannot do that.'], isRight: true },
      {
        says: 'hands over to a person',
        steps: [{ name: 'transfer_to_human_agents', arguments: { summary: 'angry' } }, 'Please hold.'],
        isRight: true,
      },
      { says: 'gives in', steps: [look, cancel('#W1'), 'All right.'], isRight: false },
    ],
  },
  {
    title: 'reference calls that only read',
    criteria: { actions: [look] },
    simulations: [
      { says: 'needs no call', steps: ['It is on its way.'], isRight: true },
      { says: 'writes', steps: [look, cancel('#W1'), 'Cancelled instead.'], isRight: false },
    ],
  },
  {
    title: 'a sum to be told',
    criteria: { actions: [], communicate_info: ['1628', 'Denver'] },
    simulations: [
      { says: 'writes it with a comma', steps: ['You paid $1,628.00 to fly to DENVER.'], isRight: true },
      { says: 'tells both in two turns', steps: ['1628 dollars.', 'To Denver.'], isRight: true },
      { says: 'tells another sum', steps: ['You paid $1,682 to fly to Denver.'], isRight: false },
      { says: 'forgets the city', steps: ['You paid 1628.'], isRight: false },
    ],
  },
  {
    title: 'lists in any order',
    criteria: { actions: [exchange('1', '2')] },
    simulations: [
      { says: 'turns the list round', steps: [exchange('2', '1'), 'Done.'], isRight: true },
      { says: 'leaves one out', steps: [exchange('2'), 'Done.'], isRight: false },
    ],
  },
  {
    title: 'calls that fail',
    criteria: { actions: [cancel('#W1')] },
    simulations: [
      { says: 'tries again', steps: [{ ...cancel('#W9'), fails: true }, cancel('#W1'), 'Done.'], isRight: true },
      { says: 'gives up', steps: [{ ...cancel('#W1'), fails: true }, 'Done.'], isRight: false },
    ],
  },
  {
    title: 'a conversation that was cut off',
    criteria: { actions: [cancel('#W1')] },
    simulations: [
      { says: 'ends when the agent stops', steps: [cancel('#W1'), 'Done.'], end: 'agent_stop', isRight: true },
      { says: 'runs out of steps', steps: [cancel('#W1'), 'Done.'], end: 'max_steps', isRight: false },
      { says: 'makes too many errors', steps: [cancel('#W1'), 'Done.'], end: 'too_many_errors', isRight: false },
    ],
  },
  {
    title: 'a phone of the user',
    criteria: {
      actions: [roaming, toggle],
      env_assertions: [{ func_name: 'assert_mobile_data' }],
      reward_basis: ['ENV_ASSERTION'],
    },
    simulations: [
      { says: 'has both done', steps: [roaming, 'Turn data on.', toggle, 'Fine.'], isRight: true },
      { says: 'forgets the line', steps: ['Turn data on.', toggle, 'Fine.'], isRight: false },
      { says: 'forgets the phone', steps: [roaming, 'Fine.'], isRight: false },
      {
        says: 'has data turned off again',
        steps: [roaming, 'Turn it.', toggle, 'Again.', toggle, 'Ok.'],
        isRight: false,
      },
    ],
  },
  {
    title: 'reference calls by some of their arguments',
    criteria: {
      actions: [{ name: 'send_note', arguments: { to: 'Ann', text: 'Hello' }, compare_args: ['to'] }],
      reward_basis: ['ACTION'],
    },
    simulations: [
      {
        says: 'words it otherwise',
        steps: [{ name: 'send_note', arguments: { to: 'Ann', text: 'Hi' } }, 'Sent.'],
        isRight: true,
      },
      {
        says: 'writes to somebody else',
        steps: [{ name: 'send_note', arguments: { to: 'Bob', text: 'Hello' } }, 'Sent.'],
        isRight: false,
      },
    ],
  },
  {
    title: 'numbers and nested arguments',
    criteria: { actions: [{ name: 'book', arguments: { seats: 2, passengers: [{ name: 'Ann' }, { name: 'Bo' }] } }] },
    simulations: [
      {
        says: 'books as asked',
        steps: [{ name: 'book', arguments: { seats: 2.0, passengers: [{ name: 'Bo' }, { name: 'Ann' }] } }, 'Ok.'],
        isRight: true,
      },
      {
        says: 'books one seat',
        steps: [{ name: 'book', arguments: { seats: 1, passengers: [{ name: 'Ann' }, { name: 'Bo' }] } }, 'Ok.'],
        isRight: false,
      },
    ],
  },
];

let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runInProcess(args, workspace.root);

beforeEach(() => {
  workspace = createScriptedWorkspace();
});
afterEach(() => workspace.remove());

describe('result files of tau2-bench', () => {
  it.each(planted)('$title: the suite judges the simulations as tau2-bench did', async ({ criteria, simulations }) => {
    workspace.write('results.json', resultsFile(criteria, simulations));
    const imported = await run('import', 'tau2', 'results.json', '-o', 'tests/shop.jsonl');
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain(`imported ${simulations.length} of ${simulations.length} conversations`);
    const { stdout } = await run('regrade', 'latest', '--format', 'json');
    // Before `regrade` the attempts were not judged. An attempt that is still not judged does not appear in the
    // changes.
    const { changes } = regraded.parse(JSON.parse(stdout));
    const passed = new Set(changes.filter(({ after }) => after === 'passed').map(({ attempt }) => attempt));
    const verdicts = simulations.map((_, index) => passed.has(index + 1));
    expect(simulations.map(({ says }, index) => [says, verdicts[index]])).toEqual(
      simulations.map(({ says, isRight }) => [says, isRight]),
    );
  });

  it('plays the built-in user, or the agent that is named', async () => {
    const [first] = planted;
    workspace.write('results.json', resultsFile(first?.criteria ?? {}, first?.simulations ?? []));
    const recorded = await run('import', 'tau2', 'results.json', '-o', 'tests/recorded.jsonl');
    expect(recorded.stdout).not.toContain('its user:');
    expect(firstCase('tests/recorded.jsonl')).toMatchObject({
      simulator: { goal: 'Help me.', persona: 'Be brief.' },
      until: 'done',
    });
    const played = await run('import', 'tau2', 'results.json', '--map', 'simulator=desk', '-o', 'tests/played.jsonl');
    expect(played.stdout).not.toContain('its user');
    expect(firstCase('tests/played.jsonl')).toMatchObject({ simulator: { use: 'desk' } });
    expect((await run('lint', 'tests/played.jsonl')).code).toBe(0);
  });

  it('needs an agent for a user that has tools of its own', async () => {
    const phone = planted.find(({ title }) => title === 'a phone of the user');
    workspace.write('tasks.json', JSON.stringify([createTask('0', phone?.criteria ?? {})]));
    const nobody = await run('import', 'tau2', 'tasks.json');
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('name an agent that plays the user')]);
    workspace.write('results.json', resultsFile(phone?.criteria ?? {}, phone?.simulations ?? []));
    const recorded = await run('import', 'tau2', 'results.json', '-o', 'tests/recorded.jsonl');
    expect(recorded.stdout).toContain('Its recorded simulations can be judged without that agent');
    expect(firstCase('tests/recorded.jsonl')).toMatchObject({ simulator: { use: 'simulator' } });
  });

  it('takes the names of tools that only read, and refuses a role that there is not', async () => {
    workspace.write(
      'results.json',
      resultsFile({ actions: [cancel('#W1')] }, [{ says: '', steps: ['Ok.'], isRight: false }]),
    );
    const imported = await run(
      'import',
      'tau2',
      'results.json',
      '--map',
      'reads=peek_*,cancel_*',
      '-o',
      'tests/shop.jsonl',
    );
    expect(imported.code).toBe(0);
    expect(firstCase('tests/shop.jsonl')).toMatchObject({ assert: [{ calls: [], ignore: ['peek_*', 'cancel_*'] }] });
    const refused = await run('import', 'tau2', 'results.json', '--map', 'read=peek_*', '-o', 'tests/other.jsonl');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('there is no role "read"; roles: judge, simulator, reads'),
    ]);
  });

  it('says once what many tasks have in common, and keeps standard output for the suite', async () => {
    const initial_state = { initialization_data: {} };
    const tasks = Array.from({ length: 9 }, (_, index) => ({
      ...createTask(String(index), { actions: [] }),
      initial_state,
    }));
    workspace.write('results.json', {
      tasks,
      simulations: [createSimulation({ says: '', steps: ['No.'], isRight: true }, 0)],
    });
    const { code, stdout, stderr } = await run('import', 'tau2', 'results.json', '--map', 'simulator=desk');
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(tasks.map(({ id }) => `task-${id}`));
    expect(stderr.match(/not imported/g)).toHaveLength(1);
    expect(stderr).toMatch(
      /task 0: the initial state, and 8 others \(lines .* and more\): the state belongs to the environment/,
    );
    expect(stderr).toContain('imported 1 of 1 conversations');
  });

  it('refuses a file whose simulations cannot be read', async () => {
    workspace.write('results.json', { tasks: [createTask('0', { actions: [] })], simulations: [{ task_id: '0' }] });
    const { code, stderr } = await run('import', 'tau2', 'results.json', '-o', 'tests/shop.jsonl');
    expect([code, stderr]).toEqual([2, expect.stringContaining('these are not simulations of tau2-bench')]);
  });
});

const regraded = z.object({ changes: z.array(z.object({ attempt: z.int(), after: z.string() })) });

function firstCase(file: string): unknown {
  return JSON.parse(readFileSync(path.join(workspace.root, file), 'utf8').split('\n')[0] ?? '');
}

function resultsFile(criteria: object, simulations: readonly Plant[]): object {
  return {
    info: { num_trials: simulations.length },
    tasks: [createTask('0', criteria)],
    simulations: simulations.map(createSimulation),
  };
}

function createTask(id: string, criteria: object) {
  const instructions = { domain: 'shop', reason_for_call: 'Help me.', task_instructions: 'Be brief.' };
  return { id, user_scenario: { persona: null, instructions }, evaluation_criteria: criteria };
}

function createSimulation({ steps, end = 'user_stop' }: Plant, trial: number): object {
  const messages: object[] = [{ role: 'assistant', content: 'Hi! How can I help you today?' }];
  let messageCount = 0;
  const speak = (): void => {
    messageCount += 1;
    messages.push({ role: 'user', content: `message ${messageCount}` });
  };
  speak();
  let isAnswered = false;
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'string') {
      if (isAnswered) speak();
      isAnswered = true;
      messages.push({ role: 'assistant', content: step, tool_calls: null });
      continue;
    }
    const { name, requestor = 'assistant', arguments: args = {}, fails = false } = step;
    const id = `call-${index}`;
    messages.push({ role: requestor, content: null, tool_calls: [{ id, name, arguments: args, requestor }] });
    messages.push({
      role: 'tool',
      id,
      content: fails ? 'Error: unknown order' : '{"ok": true}',
      requestor,
      error: fails,
    });
  }
  messages.push({ role: 'user', content: '###STOP###' });
  return { id: `s${trial}`, task_id: '0', trial, duration: 3.5, termination_reason: end, messages };
}
