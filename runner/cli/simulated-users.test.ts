import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const goal = '"goal": "get a refund", "facts": {"order number": "W2378156"}, "unknown": ["phone"]';
const assert = '"assert": {"type": "contains", "value": "W2378156"}';
const guest = `export default ({ input }) => {
  const { goal, extra } = JSON.parse(input);
  return JSON.stringify({ message: [goal, extra.facts['order number'], ...extra.unknown].join('; '), goal_achieved: true });
};`;

function desk(): Promise<string> {
  return createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({
      agents: { desk: { type: 'module', path: 'desk.mjs' }, guest: { type: 'module', path: 'guest.mjs' } },
    }),
    'desk.mjs':
      'export default ({ input }) => (/W\\d+/.test(input) ? "You said " + input : "What is your order number?");',
    'guest.mjs': guest,
    'cases.jsonl': `{"id": "refund", "until": "done", "max_turns": 3, "simulator": {${goal}}, ${assert}}\n`,
    'failing.jsonl': `{"id": "refund", "until": "done", "max_turns": 3, "simulator": {${goal}}, ${assert.replace('W2378156', 'refunded')}}\n`,
    'plain.jsonl': `{"id": "plain", "input": "W2378156", "checkpoints": [{"id": "c", ${assert}}]}\n`,
  });
}

async function test(suite: string, ...flags: string[]) {
  return runCli(['test', suite, '-n', 'desk', '--no-history', '--no-output', ...flags], { cwd: await desk() });
}

it('a case with a goal needs no agent that plays its user', async () => {
  const { code, stdout } = await test('cases.jsonl');
  expect(stdout).toContain('Simulator: rules');
  expect(stdout).toContain('Turn 2: "The order number is W2378156"');
  expect(stdout).toContain('facts: 1 of 1 elicited');
  expect(code).toBe(0);
});

it('what the agent asked for stands in every report', async () => {
  const cwd = await desk();
  const reports = ['r.json', 'r.md', 'r.html', 'r.xml'];
  const outputs = reports.flatMap((file) => ['-o', file]);
  await runCli(['test', 'failing.jsonl', '-n', 'desk', '--no-history', ...outputs], { cwd });
  const [json = '', markdown, html, junit] = reports.map((file) => readFileSync(path.join(cwd, file), 'utf8'));
  expect(JSON.parse(json).results[0].simulator.facts).toEqual([
    { name: 'order number', state: 'elicited', asked_at_turn: 1, told_at_turn: 2 },
  ]);
  expect(markdown).toContain('Facts of the user: 1 of 1 elicited');
  expect(html).toContain('elicited');
  expect(junit).toContain('<property name="simulator.facts" value="1 of 1 elicited"/>');
});

it.each(['guest', 'agents:guest'])('--simulator %s gets the goal and what the user knows', async (name) => {
  const { code, stdout } = await test('cases.jsonl', '--simulator', name);
  expect(stdout).toContain('Turn 1: "get a refund; W2378156; phone"');
  expect(stdout).not.toContain('facts:');
  expect(code).toBe(0);
});

it('--simulator rules is refused where no case has a goal', async () => {
  const { code, stderr } = await test('plain.jsonl', '--simulator', 'rules');
  expect(stderr).toContain('--simulator rules: no case has a user with a goal');
  expect(code).toBe(1);
});
