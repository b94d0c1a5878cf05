import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJsonReply, handlePostRequests, startAgentServer } from '../testing/agent-servers.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-goal-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A clinic that moves appointments. As a program it reads its request from standard input. */
const clinic = `
export default function clinic({ messages }) {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const [id] = /\\bA-\\d{3}\\b/.exec(said.join(' ')) ?? [];
  const [day] = /\\d{4}-\\d{2}-\\d{2}/.exec(said.join(' ')) ?? [];
  if (said.at(-1).includes('that is all')) return 'Goodbye.';
  if (id === undefined) return 'May I have your appointment number?';
  if (day === undefined) return 'To which day should I move it?';
  if (!/yes/i.test(said.at(-1))) {
    const found = { tool: 'get_appointment', arguments: { id }, result: { doctor: 'Dr. Sand', room: 'R-112' } };
    return { content: 'It is with Dr. Sand in R-112. Shall I move it to ' + day + '?', tool_calls: [found] };
  }
  const moved = { tool: 'move_appointment', arguments: { id, day, at: Date.now() }, result: { ok: true } };
  return { content: 'It is moved. Anything else?', tool_calls: [moved] };
}
`;
const asProgram = `${clinic.replace('export default ', '')}
let text = '';
for await (const part of process.stdin) text += part;
const answer = clinic(JSON.parse(text));
console.log(typeof answer === 'string' ? answer : JSON.stringify(answer));
`;

const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const run = (args: string[], input?: string): Promise<CliResult> =>
  runCli(args, { cwd: root, input, variables: { OPENAI_API_KEY: undefined, TURNTREE_MODEL: undefined } });
const goal = ['--goal', 'move my appointment'];
const cases = (file: string): JsonObject[] =>
  readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The answers of an agent of a library that renews loans of books. */
function libraryText(userTexts: readonly string[]): string {
  const [card] = /\b\d{5}\b/.exec(userTexts.join(' ')) ?? [];
  if (userTexts.at(-1)?.includes('that is all')) return 'Enjoy your book!';
  if (card === undefined) return 'Sure. What is your card number?';
  return `Card ${card}: your loan is renewed until 2026-08-01. Is there anything else I can help with?`;
}

/** Answers like a chat server that does not report its tool calls. */
function library({ messages }: JsonObject): Json {
  const all = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  const userTexts = all.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : []));
  const message = { role: 'assistant', content: libraryText(userTexts) };
  return { object: 'chat.completion', choices: [{ index: 0, message }] };
}

async function mutationScore(suite: string): Promise<number> {
  const { stdout } = await run(['mutate', suite, '--format', 'json']);
  return JSON.parse(stdout).summary.score;
}

describe('runner try --goal', () => {
  it('talks to a module, asks for what the agent asks, and writes three cases that pass', async () => {
    write('clinic.mjs', clinic);
    const { code, stdout, stderr } = await run(['try', 'clinic.mjs', ...goal, '--no-open'], 'A-118\n2026-07-01\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('user: I want to move my appointment\nagent: May I have your appointment number?\n');
    expect(stdout).toContain('appointment number: A-118\nuser: The appointment number is A-118\n');
    expect(stdout).toContain('tool: get_appointment({"id":"A-118"})');
    expect(stdout).toMatch(/Passed: +3\n/);
    const suite = 'tests/clinic/first.jsonl';
    expect(cases(suite).map(({ id }) => id)).toEqual(['first', 'first-terse', 'first-push-back']);
    expect(cases(suite)[0]).toMatchObject({
      simulator: { goal: 'move my appointment', facts: { 'appointment number': 'A-118', day: '2026-07-01' } },
      until: 'done',
    });
    expect(readText('.gitignore')).toContain('.runner/');
    expect(await run(['lint'])).toMatchObject({ code: 0, stdout: '' });
    expect(await mutationScore(suite)).toBeGreaterThanOrEqual(60);
  });

  it('gives the agent the variables of a file, also when the suite runs', async () => {
    write(
      'clinic.mjs',
      `if (process.env.CLINIC_DOOR !== 'open') throw new Error('CLINIC_DOOR is missing');\n${clinic}`,
    );
    write('.env', 'CLINIC_DOOR=open\n');
    expect(await run(['try', 'clinic.mjs', ...goal, '--yes', '--no-open'])).toMatchObject({ code: 1 });
    const flags = [...goal, '-e', '.env', '--yes', '--no-open'];
    const { code, stdout } = await run(['try', 'clinic.mjs', ...flags]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Passed: +1\n/);
    expect(stdout).toContain('Run it again:  npx turntree test tests/clinic/first.jsonl -e .env\n');
  });

  it('calls a program once, and runs its suite only when told to', async () => {
    write('clinic-program.mjs', asProgram);
    const facts = ['--fact', 'appointment number=A-118', '--fact', 'day=2026-07-01'];
    const { code, stdout } = await run(['try', 'clinic-program.mjs', ...goal, ...facts, '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'The user talked to the agent once instead of three times: agent "clinic-program" is of type command',
    );
    const suite = 'tests/clinic-program/first.jsonl';
    expect(stdout).toContain(`Run it:  npx turntree test ${suite}`);
    expect(stdout).not.toContain('Running Tests');
    expect(cases(suite)).toHaveLength(1);
    expect(await run(['test', suite, '-q'])).toMatchObject({ code: 0 });
    expect(await mutationScore(suite)).toBeGreaterThanOrEqual(60);
  });

  it('writes a suite for a server that shows only texts', async () => {
    const answer = handlePostRequests(({ body }) => createJsonReply(library(body)), '/v1/chat/completions');
    const server = await startAgentServer({ answer, path: '/v1' });
    const wanted = ['-n', 'library', '--goal', 'renew my loan', '--fact', 'card number=31075'];
    const { code, stdout } = await run(['try', server.url, ...wanted, '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('says-31075: says 31075\n');
    const suite = 'tests/library/first.jsonl';
    expect(await run(['test', suite, '-q'])).toMatchObject({ code: 0 });
    expect(await run(['lint'])).toMatchObject({ code: 0, stdout: '' });
    expect(await mutationScore(suite)).toBeGreaterThanOrEqual(60);
    await server.close();
  });

  it('lists with --yes what nobody told, and stops when the two go in circles', async () => {
    write('clinic.mjs', clinic);
    const { code, stdout } = await run(['try', 'clinic.mjs', ...goal, '--yes', '--no-open']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Unknown to the user: appointment number\n  To let the user know it, try again with --fact',
    );
    expect(stdout).toContain(
      'The user talked to the agent once instead of three times: the first conversation did not come to an end\n',
    );
    expect(cases('tests/clinic/first.jsonl')[0]).toMatchObject({
      simulator: { unknown: ['appointment number'] },
      until: 'checkpoints',
    });
  });

  it('refuses a fact that has no name, and facts without a goal', async () => {
    write('clinic.mjs', clinic);
    const nameless = await run(['try', 'clinic.mjs', ...goal, '--fact', '=A-118']);
    expect(nameless).toMatchObject({ code: 1 });
    expect(nameless.stderr).toContain('--fact takes a name and a value, such as "order number=W2378156", got "=A-118"');
    expect((await run(['try', 'clinic.mjs', '--fact', 'day=today'])).stderr).toContain('--fact needs --goal');
  });

  it('asks programs for facts with a line of JSON, and writes when the conversation is over', async () => {
    write('clinic.mjs', clinic);
    const answers = '{"fact":"A-118"}\n{"fact":"2026-07-01"}\n';
    const { code, stdout } = await run(['try', 'clinic.mjs', '--json', ...goal], answers);
    expect(code).toBe(0);
    const events = stdout
      .trim()
      .split('\n')
      .map((line): JsonObject => JSON.parse(line));
    expect(events.slice(0, 4)).toMatchObject([
      { type: 'found' },
      { type: 'sent', turn: 1, input: 'I want to move my appointment' },
      { type: 'answered', turn: 1 },
      { type: 'asked', name: 'appointment number', question: 'May I have your appointment number?' },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'written', suiteKey: 'tests/clinic/first.jsonl', unknown: [] });
  });
});
