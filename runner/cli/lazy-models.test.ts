import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepliesInTurn } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCliProcess } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const listModules = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES, url + '\\n');
    return next(url, context);
  },
});
`;

let root: string;
let server: OpenAIServer;

beforeAll(async () => {
  server = await startOpenAIServer({ handler: createRepliesInTurn({ type: 'answer', content: 'hi' }) });
  root = await createTemporaryWorkspace({
    'list-modules.mjs': listModules,
    'assistants/helper/package.yao': '{"name": "Helper", "connector": "offline"}',
    'assistants/helper/cases.jsonl': '{"id": "one", "input": "hi"}\n',
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "hi"}]}',
    'connectors/online.conn.yao': JSON.stringify({ type: 'openai', options: { model: 'm', host: server.url } }),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Returns whether a command loaded the AI SDK, from node_modules or from a chunk of the build. */
async function loadsSdk(name: string, ...args: string[]): Promise<boolean> {
  const log = path.join(root, `${name}.log`);
  const { code } = await runCliProcess(args, {
    cwd: root,
    variables: { LOADED_MODULES: log },
    nodeFlags: ['--import', path.join(root, 'list-modules.mjs')],
  });
  expect(code).toBe(0);
  const files = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .filter((url) => url.startsWith('file:'));
  expect(files.length).toBeGreaterThan(3);
  return files.map((url) => fileURLToPath(url)).some(isSdk);
}

function isSdk(file: string): boolean {
  if (file.includes('/node_modules/@ai-sdk/')) return true;
  const map = `${file}.map`;
  return file.includes('/dist/') && existsSync(map) && readFileSync(map, 'utf8').includes('node_modules/@ai-sdk/');
}

describe('the AI SDK is loaded', () => {
  const test = ['test', 'assistants/helper/cases.jsonl', '--no-output'];

  it('by neither help nor runs that ask no model over the network', async () => {
    expect(await loadsSdk('help', '--help')).toBe(false);
    expect(await loadsSdk('offline', ...test)).toBe(false);
  });

  it('by the first call of a model', async () => {
    expect(await loadsSdk('online', ...test, '-c', 'online')).toBe(true);
  });
});
