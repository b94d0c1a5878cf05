import { expect, type Page } from '@playwright/test';
import { createJsonReply, handlePostRequests, startAgentServer } from '../../runner/testing/agent-servers';
import { visit } from './visit';

/** An agent for `try`, with what the built-in user wants from it and knows. */
export type GoalAgent = { target: string; goal: string; facts: Record<string, string> };

/** A model of the AI SDK that decides as a program, so that the agents need no network and no key. */
const programModel = `import { MockLanguageModelV4 } from 'ai/test';

let calls = 0;
export function programModel(decide) {
  const generate = ({ prompt }) => {
    const users = prompt.filter(({ role }) => role === 'user').flatMap(({ content }) => content.map(({ text }) => text));
    const made = decide(users, prompt.at(-1).role === 'tool' ? prompt.at(-1).content.at(-1).output.value : undefined);
    const isText = typeof made === 'string';
    calls += 1;
    const call = { type: 'tool-call', toolCallId: 'c' + calls, toolName: made.tool, input: JSON.stringify(made.input) };
    const reason = isText ? 'stop' : 'tool-calls';
    return {
      content: [isText ? { type: 'text', text: made } : call],
      finishReason: { unified: reason, raw: reason },
      usage: { inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 5, text: 5, reasoning: 0 } },
      warnings: [],
    };
  };
  const stream = async function* ({ content: [part], finishReason, usage }) {
    yield { type: 'stream-start', warnings: [] };
    if (part.type === 'text') {
      yield { type: 'text-start', id: 't' };
      yield { type: 'text-delta', id: 't', delta: part.text };
      yield { type: 'text-end', id: 't' };
    } else yield part;
    yield { type: 'finish', finishReason, usage };
  };
  return new MockLanguageModelV4({
    doGenerate: async (options) => generate(options),
    doStream: async (options) => ({ stream: ReadableStream.from(stream(generate(options))) }),
  });
}
`;

const hotel = `import { ToolLoopAgent, tool } from 'ai';
import * as z from 'zod';
import { programModel } from './model.mjs';

const model = programModel((users, result) => {
  const [booking] = /H-\\d{4}/.exec(users.join(' ')) ?? [];
  if (users.at(-1).includes('that is all')) return 'Have a nice day!';
  if (booking === undefined) return 'I can help with that. What is your booking number?';
  if (result?.refund !== undefined) return 'Booking ' + booking + ' is cancelled. Can I do anything else for you?';
  if (result !== undefined) return 'That is a room for ' + result.nights + ' nights. Do you want me to cancel it?';
  const tool = /^yes/i.test(users.at(-1)) ? 'cancel_booking' : 'get_booking';
  return { tool, input: { booking_number: booking } };
});
const inputSchema = z.object({ booking_number: z.string() });
export default new ToolLoopAgent({
  model,
  instructions: 'You are the desk of a hotel.',
  tools: {
    get_booking: tool({ description: 'Find', inputSchema, execute: async () => ({ nights: 3 }) }),
    cancel_booking: tool({ description: 'Cancel', inputSchema, execute: async () => ({ refund: Math.random() }) }),
  },
});
`;

const helpDesk = `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';
import { programModel } from './model.mjs';

const model = programModel((users, result) => {
  const [employee] = /E\\d{5}/.exec(users.join(' ')) ?? [];
  const [device] = /laptop|tablet/.exec(users.join(' ')) ?? [];
  if (users.at(-1).includes('that is all')) return 'Stay safe.';
  if (employee === undefined) return 'Please tell me your employee ID.';
  if (device === undefined) return 'Which device do you use?';
  if (result !== undefined) return 'A new token is on its way to your device. Do you need any further help?';
  return { tool: 'reset_token', input: { employee, device } };
});
const inputSchema = z.object({ employee: z.string(), device: z.string() });
const resetToken = createTool({ id: 'reset_token', description: 'Reset', inputSchema, execute: async () => ({ done: true }) });
export const helpDesk = new Agent({
  id: 'help-desk', name: 'Help desk', model, instructions: 'You are an IT help desk.', tools: { reset_token: resetToken },
});
`;

/** Source code of agents that are written with frameworks of other vendors. */
export const agentSources = {
  'runner.config.json': '{}\n',
  'model.mjs': programModel,
  'hotel.mjs': hotel,
  'help-desk.mjs': helpDesk,
};

export const frameworkAgents: GoalAgent[] = [
  { target: 'hotel.mjs', goal: 'cancel my booking', facts: { 'booking number': 'H-2231' } },
  {
    target: 'help-desk.mjs',
    goal: 'get a new token',
    facts: { 'employee id': 'E20417', device: 'laptop' },
  },
];

/** Starts a chat server whose tool calls are not visible. */
export async function startLibrary(): Promise<GoalAgent & { close(): Promise<void> }> {
  const answer = handlePostRequests(({ raw }) => {
    const { messages } = JSON.parse(raw);
    const message = {
      role: 'assistant',
      content: libraryText(messages.map(({ content }: { content: string }) => content)),
    };
    return createJsonReply({ object: 'chat.completion', choices: [{ index: 0, message }] });
  }, '/v1/chat/completions');
  const { url, close } = await startAgentServer({ answer, path: '/v1' });
  return { target: url, goal: 'renew my loan', facts: { 'card number': '31075' }, close };
}

function libraryText(messages: readonly string[]): string {
  if (messages.at(-1)?.includes('that is all')) return 'Enjoy your book!';
  if (!messages.some((message) => message.includes('31075'))) return 'Sure. What is your card number?';
  return 'The loans of card 31075 are renewed. Is there anything else that I can help with?';
}

/** Lets the built-in user talk to an agent on the page, and returns the path of the suite that it writes. */
export async function tryOnPage(page: Page, url: string, { target, goal, facts }: GoalAgent): Promise<string> {
  await visit(page, `${url}/try`);
  await page.getByRole('textbox', { name: /^Address/ }).fill(target);
  await page.getByRole('textbox', { name: /^Goal of the user/ }).fill(goal);
  await page.getByRole('button', { name: 'Start conversation' }).press('Enter');
  for (const [name, value] of Object.entries(facts)) {
    const fact = page.getByRole('textbox', { name, exact: true });
    await fact.fill(value);
    await fact.press('Enter');
  }
  if (target.startsWith('http')) await page.getByRole('button', { name: 'Write suite without them' }).press('Enter');
  return suiteIn(await page.getByRole('region', { name: 'Proposed suite' }).textContent());
}

type Terminal = (...args: string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;

/**
 * Lets the built-in user talk to an agent with `turntree try` in a terminal, where nobody answers questions; agents are
 * files of the folder `goals`.
 */
export async function tryAtTerminal(run: Terminal, { target, goal, facts }: GoalAgent): Promise<string> {
  const told = Object.entries(facts).flatMap(([name, value]) => ['--fact', `${name}=${value}`]);
  const agent = target.startsWith('http') ? target : `goals/${target}`;
  const tried = await run('try', agent, '--goal', goal, ...told, '--yes', '--no-open');
  expect(tried, tried.stdout).toMatchObject({ code: 0, stderr: '' });
  return suiteIn(tried.stdout);
}

function suiteIn(text: string | null): string {
  const [suite = ''] = /tests\/[\w-]+\/first[\w-]*\.jsonl/.exec(text ?? '') ?? [];
  expect(suite, text ?? '').not.toBe('');
  return suite;
}

/** Checks that the suite passes as it was written, and that it notices most mistakes of the agent. */
export async function expectGoodSuite(run: Terminal, suite: string): Promise<void> {
  const tested = await run('test', `goals/${suite}`, '--no-output');
  expect(tested, tested.stdout).toMatchObject({ code: 0, stderr: '' });
  const mutated = await run('mutate', `goals/${suite}`, '--format', 'json');
  expect(readMutationScore(mutated.stdout), suite).toBeGreaterThanOrEqual(60);
}

/** The share of changed conversations that a suite notices, in percent, as `mutate --format json` prints it. */
export function readMutationScore(stdout: string): number {
  return JSON.parse(stdout).summary.score;
}
