import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { describeWorkspace } from '../workspace/describe-workspace.ts';

/** One fake secret for each source of secrets; each ends in a different number, which identifies a leak. */
const canaries = {
  variable: 'cnry-"quoted"-variable-1001',
  envFile: 'cnry-env-file-1002',
  oddlyNamed: 'cnry-oddly-named-1003',
  connector: 'cnry-connector-file-1004',
  listed: 'cnry-listed-in-config-1005',
  patterned: 'acct-100006',
  query: 'cnry-query-of-url-1007',
  bearer: 'cnry.bearer/of~somebody+1008',
  header: 'cnry-header-in-config-1009',
  argument: 'cnry-argument-of-command-1011',
  password: 'cnry-password-of-url-1010',
};
const basic = Buffer.from(`user:${canaries.variable}`).toString('base64');

let root: string;
let sources: Set<string>;
let models: OpenAIServer;
let web: Server;
const printed: CliResult[] = [];

const echo = `
  let text = '';
  for await (const part of process.stdin) text += part;
  const secret = process.env.SHOP_API_KEY;
  console.error('stderr has ' + secret);
  if (JSON.parse(text).input.includes('crash')) process.exit(3);
  console.log(JSON.stringify({ content: 'the key is ' + secret + ' of ' + process.env.FILE_TOKEN,
    next: { [secret]: secret, 'in the url': encodeURIComponent(secret), pads: 'x'.repeat(170) + ' ' + secret },
    tool_calls: [{ tool: 'login', arguments: { password: secret }, result: { header: 'Authorization: Basic ${basic}', secret } }] }));`;

const config = (port: number) => `
  export default {
    redact: ['${canaries.listed}', '/acct-\\\\d{6}/'],
    agents: {
      program: { type: 'command', command: [${JSON.stringify(process.execPath)}, 'echo.mjs', '--api-key', '${canaries.argument}'] },
      web: {
        type: 'http', output: '$.text', url: 'http://user:${canaries.password}@127.0.0.1:${port}/ask?api_key=${canaries.query}',
        headers: { 'x-api-key': '$ENV.ODD', 'X-Own-Token': '${canaries.header}' },
      },
      server: { type: 'http', output: '$.text', url: 'http://127.0.0.1:${port}/ask?api_key=${canaries.query}',
        headers: { 'x-api-key': '$ENV.ODD', 'X-Own-Token': '${canaries.header}' } },
      module: { type: 'module', path: 'agent.ts' },
      judge: { type: 'scripted', rules: [{ answer: { passed: false, reason: 'not ${canaries.listed}' } }] },
    },
    processes: {
      'vault.Open': (name) => { console.log('vault', process.env.SHOP_API_KEY); if (name === 'throw') throw new Error('no ' + process.env.SHOP_API_KEY); return process.env.SHOP_API_KEY; },
    },
  };`;

const hooks = `
  export function Before(ctx, testCase) { console.log('hook has', process.env.SHOP_API_KEY); return { data: { opened: Process('vault.Open', 'x') } }; }
  export function Broken() { Process('vault.Open', 'throw'); }
  export function Check(output) { console.log('check has', process.env.FILE_TOKEN); return { pass: false, message: 'saw ' + process.env.FILE_TOKEN }; }
  export function TestVault(t) { t.log(Process('vault.Open', 'x')); t.assert.Equal(Process('vault.Open', 'x'), 'something'); }
`;

const cases = [
  {
    id: 'says',
    input: `use ${canaries.listed} for ${canaries.patterned}`,
    assert: [
      { type: 'equals', value: 'short' },
      { type: 'contains', value: canaries.variable, negate: true },
      { type: 'agent', use: 'judge', value: `never ${canaries.envFile}` },
      { type: 'script', script: 'scripts.helper.env_test.Check' },
    ],
    before: 'env_test.Before',
  },
  { id: 'crash', input: 'crash' },
  { id: 'hook', input: 'x', before: 'env_test.Broken' },
  { id: 'cut', input: `${'long '.repeat(22)}${canaries.variable}`, name: `Bearer ${canaries.bearer}` },
];

beforeAll(async () => {
  models = await startOpenAIServer({
    handler: ({ body, headers }) =>
      JSON.stringify(body.messages).includes('fail')
        ? { type: 'error', status: 400, message: `${headers.authorization} may not` }
        : { type: 'answer', content: `I was asked by ${headers.authorization}` },
  });
  web = createServer((request, response) => {
    const ok = request.url?.includes('fail') !== true && request.headers['x-fail'] === undefined;
    const requestText = `${request.url} ${JSON.stringify(request.headers)}`;
    response
      .writeHead(ok ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify({ text: requestText }));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const address = web.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const lines = (list: readonly object[]) => list.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  root = await createTemporaryWorkspace({
    'runner.config.ts': config(port),
    'echo.mjs': echo,
    'agent.ts': `export default ({ input }) => { console.log(process.env.SHOP_API_KEY); throw new Error(input + ' ' + process.env.SHOP_API_KEY); };`,
    'more.env': `FILE_TOKEN=${canaries.envFile}\n`,
    'assistants/helper/package.yao': '{"name": "Helper", "connector": "gpt"}',
    'assistants/helper/prompts.yml': `- role: system\n  content: The key is $ENV.SHOP_API_KEY.\n`,
    'assistants/helper/src/env_test.ts': hooks,
    'assistants/helper/tests/cases.jsonl': lines(cases),
    'assistants/helper/tests/model.jsonl': lines([
      { id: 'fine', input: 'hello', assert: { type: 'equals', value: 'x' } },
      { id: 'refused', input: 'fail' },
    ]),
    'connectors/gpt.conn.yao': JSON.stringify({
      type: 'openai',
      options: { model: 'm', host: models.url, key: canaries.connector },
    }),
  });
  sources = new Set(filesBelow(root));
});
afterAll(async () => {
  web.close();
  await models.close();
  rmSync(root, { recursive: true, force: true });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function run(...args: string[]): Promise<CliResult> {
  const result = await runCli(args, {
    cwd: root,
    variables: {
      SHOP_API_KEY: canaries.variable,
      ODD: canaries.oddlyNamed,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: path.join(root, 'summary.md'),
    },
  });
  printed.push(result);
  return result;
}

let count = 0;
function test(...args: string[]): Promise<CliResult> {
  count += 1;
  const reports = ['jsonl', 'json', 'md', 'html', 'xml'].flatMap((format) => ['-o', `report-${count}.${format}`]);
  return run('test', ...args, '-e', 'more.env', '-v', '--record', ...reports);
}

/** Searches for secrets in any encoding, and for their first eleven characters, which are enough to recognize them. */
function leaksIn(text: string): string[] {
  const leaked = Object.entries(canaries).filter(([, value]) =>
    [value, value.slice(0, 11), JSON.stringify(value).slice(1, -1), encodeURIComponent(value)].some((spelling) =>
      text.includes(spelling),
    ),
  );
  return [...leaked.map(([name]) => name), ...(text.includes(basic) ? ['basic'] : [])].map((name) => {
    const value = name === 'basic' ? basic : (Object.entries(canaries).find(([key]) => key === name)?.[1] ?? '');
    const at = Math.max(text.indexOf(value.slice(0, 11)), 0);
    return `${name}: ${text.slice(Math.max(0, at - 80), at + 60)}`;
  });
}

describe('secrets', () => {
  it('are in nothing that a run prints or writes', { timeout: 120_000 }, async () => {
    const suite = 'assistants/helper/tests/cases.jsonl';
    const runs = [
      await test(suite, '-n', 'program'),
      await test(suite, '-n', 'module', '--parallel', '4'),
      await test(suite, '-n', 'web'),
      await test(suite, '-n', 'server'),
      await test('assistants/helper/tests/model.jsonl'),
      await test('scripts.helper.env', '-n', 'program'),
    ];
    expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 1));
    await run('test', `say ${canaries.listed}`, '-n', 'program', '-e', 'more.env', '--no-history');
    await run('test', suite, '-n', 'program', '--dry-run', '-e', 'more.env');
    await run('connectors');
    await run('list');
    await run('show', 'latest');
    await run('show', 'latest', '--format', 'json');
    await run('lint');

    const writtenFiles = filesBelow(root).filter((file) => !sources.has(file));
    const kinds = new Set(
      writtenFiles.map((file) =>
        path
          .basename(file)
          .replace(/-\d+/, '')
          .replace(/^.*\.cassette/, 'cassette'),
      ),
    );
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'report.jsonl',
        'report.json',
        'report.md',
        'report.html',
        'report.xml',
        'history.db',
        'cassette.jsonl',
        'summary.md',
      ]),
    );
    const leaks = writtenFiles.flatMap((file) =>
      leaksIn(readFileSync(file, 'latin1')).map((leak) => `${path.relative(root, file)} ${leak}`),
    );
    const streams = printed.flatMap(({ stdout, stderr }, index) =>
      [...leaksIn(stdout), ...leaksIn(stderr)].map((leak) => `run ${index} ${leak}`),
    );
    expect([...streams, ...leaks]).toEqual([]);
    expect(readFileSync(path.join(root, 'report-1.json'), 'utf8').split('[redacted]').length).toBeGreaterThan(15);
  });

  it('are in nothing that the dashboard is told of the workspace', async () => {
    const workspace = await describeWorkspace(root);
    expect(leaksIn(JSON.stringify(workspace))).toEqual([]);
  });
});
