import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'turntree.cjs');
const suite = 'assistants/echo/tests/cases.jsonl';
let workspace: EchoWorkspace;

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'A', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'B', input: 'refund', assert: { type: 'contains', value: 'money' } },
  ]);
  for (let times = 0; times < 2; times += 1) {
    await runCli(['test', suite, '-q', '--no-output'], { cwd: workspace.root });
  }
});
afterAll(() => workspace.remove());

/**
 * Connects a client to the server. `person` is the user's answer to a confirmation prompt; without it, the client does
 * not support prompts.
 */
async function withAgent<Value>(
  person: 'yes' | 'no' | undefined,
  use: (client: Client, prompts: string[]) => Promise<Value>,
): Promise<Value> {
  const questions: string[] = [];
  const capabilities = person === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'a coding agent', version: '1' }, { capabilities });
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return person === 'yes' ? { action: 'accept' as const, content: { run: true } } : { action: 'decline' as const };
    });
  }
  const { root: cwd } = workspace;
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], cwd }));
  try {
    return await use(client, questions);
  } finally {
    await client.close();
  }
}

async function ask(client: Client, name: string, values: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: values });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, isError: isError === true };
}

describe('a coding agent', () => {
  it('finds the cause of a failure with few words', async () => {
    await withAgent(undefined, async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        ...['list_suites', 'list_runs', 'why', 'show', 'compare', 'lint', 'infer', 'try_case', 'run_cases'],
        ...['attack', 'bisect'],
      ]);
      expect((await ask(client, 'list_suites')).text).toMatch(/cases\.jsonl +echo +2 cases/);
      expect((await ask(client, 'list_runs')).text).toMatch(/^\S+ +\S+ +failed +50% of 2 +\S+cases\.jsonl +echo/);
      const explanation = await ask(client, 'why');
      expect(explanation.text).toContain('expected output to contain "money", got "echo: refund"');
      expect(explanation.text).toContain('Also failed in the complete run before');
      expect(explanation.text.length).toBeLessThan(600);
      expect((await ask(client, 'why', { case: 'B' })).text).toContain('The whole attempt:');
      const shownRun = await ask(client, 'show', { case: 'B' });
      expect(shownRun.text).toContain('echo: refund');
      expect((await ask(client, 'compare', { before: 'latest' })).isError).toBe(false);
    });
  });

  it('checks and tries a case before it is changed', async () => {
    await withAgent(undefined, async (client) => {
      expect((await ask(client, 'lint')).text).toBe('0 problems in 1 file, 2 cases');
      const text = '{"id":"B","input":"refund","asert":{"type":"contains","value":"refund"}}';
      expect((await ask(client, 'lint', { text })).text).toContain('cases.jsonl:1:28: unknown key "asert"');
      const wrongAnswer = await ask(client, 'try_case', { file: suite, case: 'B', text });
      expect([wrongAnswer.isError, wrongAnswer.text]).toEqual([true, expect.stringContaining('unknown key "asert"')]);
      const right = await ask(client, 'try_case', { file: suite, case: 'B', text: text.replace('asert', 'assert') });
      expect(right).toEqual({
        isError: false,
        text: 'Of the last 2 attempts, 2 would pass, 0 fail. As written before: 0 passed.',
      });
    });
  });

  it('runs cases when the person agrees, and only then', async () => {
    const values = { paths: [suite], cases: ['A'] };
    await withAgent('yes', async (client, prompts) => {
      const { text, isError } = await ask(client, 'run_cases', values);
      expect(prompts).toEqual([`Run A of ${suite}?`]);
      expect([isError, text]).toEqual([false, expect.stringMatching(/Run [\w-]{36}: exit 0, all passed$/)]);
    });
    await withAgent('no', async (client, prompts) => {
      expect((await ask(client, 'run_cases', values)).text).toBe('The user declined; nothing was run.');
      expect(prompts).toHaveLength(1);
    });
    await withAgent(undefined, async (client) => {
      await expect(ask(client, 'run_cases', values).then(({ isError }) => isError)).resolves.toBe(true);
    });
  });

  it('attacks an agent when the person agrees, and hears why it cannot', async () => {
    const values = { paths: [suite], cases: ['A'], budget: 5 };
    await withAgent('yes', async (client, prompts) => {
      const { text, isError } = await ask(client, 'attack', values);
      expect(prompts).toEqual([`Attack A of ${suite} with up to 5 attempts?`]);
      expect([isError, text]).toEqual([true, expect.stringContaining('nothing to attack')]);
    });
    await withAgent('no', async (client) => {
      expect((await ask(client, 'attack', values)).text).toBe('The user declined; nothing was run.');
    });
  });

  it('hears what is wrong with what it asks', async () => {
    await withAgent(undefined, async (client) => {
      const unknown = await ask(client, 'show', { run: 'ffffffff' });
      expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('no run has the id "ffffffff"')]);
      expect((await ask(client, 'show', { attempt: 'two' })).isError).toBe(true);
    });
  });
});
