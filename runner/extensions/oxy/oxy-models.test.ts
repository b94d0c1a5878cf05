import { afterEach, describe, expect, it } from 'vitest';
import { type WorkspaceConfig, workspaceConfigSchema } from '../../contract/index.ts';
import { type Connectors, createConnectors } from '../../models/connectors.ts';
import { modelRequest, neverAborted } from '../../testing/model-request.ts';
import { createRepliesInTurn } from '../../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { systems } from '../registered/systems.ts';

const opened: OpenAIServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

async function answering(): Promise<OpenAIServer> {
  const server = await startOpenAIServer({ handler: createRepliesInTurn({ type: 'answer', content: 'hi' }) });
  opened.push(server);
  return server;
}

type Setup = { config: string; files?: Record<string, string>; own?: unknown; variables?: Record<string, string> };

async function openConnectors({ config, files = {}, own = {}, variables = {} }: Setup): Promise<Connectors> {
  const root = await createTemporaryWorkspace({ 'config.yml': config, ...files });
  const parsed: WorkspaceConfig = workspaceConfigSchema.parse(own);
  return createConnectors({ systems, root, config: parsed, variables });
}

const openai = 'vendor: openai, model_ref: gpt-4o, key_var: OPENAI_API_KEY';
const models = (...entries: string[]) =>
  `databases: []\nmodels:\n${entries.map((entry) => `  - {${entry}}\n`).join('')}`;
const ask = (connectors: Connectors, id: string) =>
  connectors.model(id).generate(modelRequest('hello'), neverAborted());

describe('models of an oxy project', () => {
  it('are connectors, listed with their place in the file', async () => {
    const config = models(
      `name: fast, ${openai}`,
      'name: claude, vendor: anthropic, model_ref: claude-x, key_var: ANTHROPIC_API_KEY',
      'name: gemini, vendor: google, model_ref: gemini-x, key_var: GEMINI_API_KEY',
      'name: llama, vendor: ollama, model_ref: "llama3.2:latest", api_key: secret, api_url: "http://localhost:11434/v1"',
    );
    const connectors = await openConnectors({ config, variables: { OPENAI_API_KEY: 'sk-1' } });
    expect(connectors.list()).toEqual([
      {
        id: 'fast',
        type: 'openai',
        source: 'config.yml:3',
        host: 'https://api.openai.com/v1/',
        model: 'gpt-4o',
        keyVariable: 'OPENAI_API_KEY',
        keyPresent: true,
      },
      {
        id: 'claude',
        type: 'openai',
        source: 'config.yml:4',
        host: 'https://api.anthropic.com/v1/',
        model: 'claude-x',
        keyVariable: 'ANTHROPIC_API_KEY',
        keyPresent: false,
      },
      {
        id: 'gemini',
        type: 'openai',
        source: 'config.yml:5',
        model: 'gemini-x',
        host: 'https://generativelanguage.googleapis.com/v1beta/openai/',
        keyVariable: 'GEMINI_API_KEY',
        keyPresent: false,
      },
      {
        id: 'llama',
        type: 'openai',
        source: 'config.yml:6',
        host: 'http://localhost:11434/v1/',
        model: 'llama3.2:latest',
        keyPresent: true,
      },
    ]);
  });

  it.each([
    ['openai', 'vendor: openai, key_var: KEY, headers: {X-Team: blue, X-Secret: {env_var: TEAM_SECRET}}'],
    ['anthropic', 'vendor: anthropic, key_var: KEY, headers: {X-Team: blue, X-Secret: {env_var: TEAM_SECRET}}'],
    ['ollama', 'vendor: ollama, api_key: k-1'],
  ])(
    'of the vendor %s are asked with streamed chat completions, their key and their headers',
    async (vendor, fields) => {
      const server = await answering();
      const connectors = await openConnectors({
        config: models(`name: m, model_ref: big, ${fields}, api_url: "${server.url}/v1"`),
        variables: { KEY: 'k-1', TEAM_SECRET: 's-1' },
      });
      expect(await ask(connectors, 'm')).toMatchObject({ content: 'hi', usage: { inputTokens: 10, outputTokens: 5 } });
      const { body, headers } = server.requests[0] ?? {};
      expect(body).toMatchObject({ model: 'big', stream: true, stream_options: { include_usage: true } });
      expect(headers).toMatchObject({ authorization: 'Bearer k-1' });
      const own = { 'x-team': 'blue', 'x-secret': 's-1' };
      if (vendor !== 'ollama') expect(headers).toMatchObject(own);
    },
  );

  it('are asked at the path of their deployment when they are on Azure', async () => {
    const requestedModels: (string | undefined)[] = [];
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
      requestedModels.push(request.url, String(request.headers['api-key']), String(request.headers.authorization));
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error": {"message": "seen"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const azure = 'azure_deployment_id: my gpt, azure_api_version: 2024-08-01-preview';
    const connectors = await openConnectors({
      config: models(`name: az, ${openai}, api_url: "http://127.0.0.1:${port}", ${azure}`),
      variables: { OPENAI_API_KEY: 'k-2' },
    });
    await expect(ask(connectors, 'az')).rejects.toThrow('seen');
    expect(requestedModels).toEqual([
      '/openai/deployments/my%20gpt/chat/completions?api-version=2024-08-01-preview',
      'k-2',
      'undefined',
    ]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('count what they cost when they say so', async () => {
    const server = await answering();
    const cost = 'cost: {input_per_million: 1000000, output_per_million: 2000000}';
    const connectors = await openConnectors({
      config: models(`name: m, ${openai}, api_url: "${server.url}/v1/", ${cost}`),
      variables: { OPENAI_API_KEY: 'k' },
    });
    expect(await ask(connectors, 'm')).toMatchObject({ usage: { cost: 20 } });
    expect(connectors.list()[0]).toMatchObject({ priced: true });
  });

  it('give way to connectors of the workspace with the same name', async () => {
    const scripted = (answer: string) => ({ type: 'scripted', rules: [{ answer }] });
    const connectors = await openConnectors({
      config: models(`name: gpt-4.1, ${openai}`, `name: fast, ${openai}`),
      files: { 'connectors/gpt-4.1.conn.yao': JSON.stringify(scripted('from a file')) },
      own: { models: { fast: scripted('from the config') } },
    });
    expect(await ask(connectors, 'gpt-4.1')).toMatchObject({ content: 'from a file' });
    expect(await ask(connectors, 'fast')).toMatchObject({ content: 'from the config' });
  });

  it.each([
    ['a missing key', `name: m, ${openai}`, 'set the environment variable OPENAI_API_KEY, which holds its key'],
    [
      'a missing header',
      `name: m, ${openai.replace('OPENAI_API_KEY', 'SET')}, headers: {X-Secret: {env_var: TEAM}}`,
      'set the environment variable TEAM, which holds its header X-Secret',
    ],
    [
      'an unknown vendor',
      'name: m, vendor: opnai, model_ref: x, key_var: K',
      /config\.yml:3:\d+: .*the vendor "opnai" is not supported; known vendors: openai, ollama, anthropic, google; did you mean "openai"\?/,
    ],
    ['no vendor', 'name: m, model_ref: x, key_var: K', /config\.yml:3:5: .*has no vendor; known vendors/],
    [
      'an unknown key',
      `name: m, ${openai}, api_ulr: x`,
      'config.yml:3:75: "models[0]" has the unknown key "api_ulr" (did you mean "api_url"?)',
    ],
    ['no key_var', 'name: m, vendor: google, model_ref: x', 'config.yml:3:5: "models[0].key_var" is missing'],
    [
      'half of a deployment',
      `name: m, ${openai}, azure_deployment_id: x`,
      'needs both azure_deployment_id and azure_api_version',
    ],
    [
      'an address that is none',
      `name: m, ${openai.replace('OPENAI_API_KEY', 'SET')}, api_url: "localhost:80"`,
      'its host "localhost:80/" is not a web address',
    ],
  ])('are refused with %s, and others work', async (_what, entry, message) => {
    const server = await answering();
    const connectors = await openConnectors({
      config: models(entry, `name: other, ${openai.replace('OPENAI_API_KEY', 'SET')}, api_url: "${server.url}"`),
      variables: { SET: 'x' },
    });
    expect(() => connectors.model('m')).toThrow(expect.objectContaining({ kind: 'configuration' }));
    expect(() => connectors.model('m')).toThrow(message);
    expect(await ask(connectors, 'other')).toMatchObject({ content: 'hi' });
  });

  it('are refused when two have one name', async () => {
    const connectors = await openConnectors({ config: models(`name: m, ${openai}`, `name: m, ${openai}`) });
    expect(() => connectors.model('m')).toThrow('config.yml:4:12: "models[1].name": "m" is the name of another model');
  });

  it('are refused together when the file is broken', async () => {
    const connectors = await openConnectors({ config: 'databases: []\nmodels:\n  - {name: m\n' });
    expect(() => connectors.list()).toThrow(/^config\.yml:\d+:\d+: broken YAML/);
  });

  it.each([
    ['of another program', 'server:\n  port: 80\n'],
    ['with other models', 'models:\n  - claude\n  - {provider: x}\n'],
    ['that is broken, of another program', 'server: [\n'],
    ['without models', 'databases: []\nmodels: []\n'],
  ])('are none in a config.yml %s', async (_what, config) => {
    expect((await openConnectors({ config })).list()).toEqual([]);
  });
});
