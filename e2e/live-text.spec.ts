import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { getServerPort } from '../runner/testing/server-port';
import { standardCase, suite } from './support/cases';
import { test } from './support/shared';
import { visit } from './support/visit';

type GatedModel = {
  url: string;
  /** Sends more text of the current answer, once the agent has called the model. */
  say(text: string): Promise<void>;
  finish(): Promise<void>;
  close(): void;
};

/** A model whose answers are controlled by the test. */
async function openGatedModel(): Promise<GatedModel> {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    asked.resolve(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = getServerPort(server.address());
  const send = async (delta: object, finish: string | null = null): Promise<void> => {
    const chunk = { id: '1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
    (await asked.promise).write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    say: (content) => send({ role: 'assistant', content }),
    async finish() {
      await send({}, 'stop');
      (await asked.promise).end('data: [DONE]\n\n');
    },
    close: () => void server.close(),
  };
}

test('a live conversation shows the message at once, the answer as it grows, and then what the model was asked', async ({
  page,
  dashboard,
}) => {
  const model = await openGatedModel();
  process.env.TURNTREE_E2E_MODEL_URL = model.url;
  process.env.TURNTREE_E2E_MODEL_KEY = 'some-key-0123456789';
  const input = `Where is my parcel? ${'I have waited for it. '.repeat(40)}It is number 7.`;
  dashboard.write(
    'tests/live-text.jsonl',
    suite(standardCase('P', { input, assert: { type: 'contains', value: 'way' } })),
  );
  const ended = dashboard.startInTerminal('tests/live-text.jsonl', '--name', 'clerk');
  await visit(page, `${dashboard.url}/runs`);
  await page.getByRole('link', { name: 'tests/live-text.jsonl' }).click();

  const turn = page.getByRole('listitem', { name: 'Turn 1' });
  await expect(turn).toContainText('It is number 7.');
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  await expect(turn).not.toContainText('Agent');

  await model.say('It is on ');
  await expect(turn).toContainText('It is on');
  await model.say('its way to ');
  await expect(turn).toContainText('It is on its way to');
  await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
  await model.say('you.');
  await model.finish();
  await expect(turn).toContainText('It is on its way to you.');
  expect(await ended).toBe(0);
  await expect(page.locator('main header').getByText('Passed', { exact: true })).toBeVisible();

  await turn.getByText(/^1 model call/).click();
  await turn.getByRole('list', { name: 'Model calls' }).getByText('some-model').click();
  await expect(turn.getByRole('region', { name: 'Messages' })).toContainText('You answer the customers of a shop');
  await expect(turn.getByRole('region', { name: 'Answer' })).toContainText('It is on its way to you.');
  model.close();
});

/**
 * The source of an agent, as a module and as a program, that sends the second half of its answer when the gate opens.
 */
const tellingAgent = (gate: string) => `
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
export default async function* tell() {
  yield 'It is on ';
  while (!existsSync('${gate}')) await wait(10);
  yield 'its way to you.';
}
if (process.argv[2] === 'told') for await (const text of tell()) process.stdout.write(text);
`;

for (const [kind, entry] of [
  ['module', { type: 'module', path: 'teller-module.mjs' }],
  ['program', { type: 'command', command: [process.execPath, 'teller-program.mjs', 'told'] }],
] as const) {
  test(`a live conversation shows what a ${kind} says while it says it`, {
    tag: kind === 'program' ? '@long' : [],
  }, async ({ page, dashboard }) => {
    dashboard.write(`teller-${kind}.mjs`, tellingAgent(`gates/rest-${kind}`));
    dashboard.addAgents({ [`teller-${kind}`]: entry });
    dashboard.write(
      `tests/live-${kind}.jsonl`,
      suite(standardCase('P', { input: 'Where?', assert: { type: 'contains', value: 'way' } })),
    );
    const ended = dashboard.startInTerminal(`tests/live-${kind}.jsonl`, '--name', `teller-${kind}`);
    await visit(page, `${dashboard.url}/runs`);
    await page.getByRole('link', { name: `tests/live-${kind}.jsonl` }).click();

    const turn = page.getByRole('listitem', { name: 'Turn 1' });
    await expect(turn).toContainText('It is on');
    await expect(page.getByText(/Turn 1: waiting for the agent/)).toBeVisible();
    await expect(turn).not.toContainText('way to you');
    dashboard.open(`rest-${kind}`);
    await expect(turn).toContainText('It is on its way to you.');
    expect(await ended).toBe(0);
  });
}
