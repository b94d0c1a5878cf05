import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { formatYaoPackage } from '../testing/yao-workspace.ts';

const prompts = '- role: system\n  content: You sell bread.\n';

/** Returns the output of `turntree lint` for a workspace with an assistant `shop` that has one case. */
async function lint(
  files: Record<string, string>,
  paths: string[] = [],
): Promise<{ code: number | null; lines: string[] }> {
  const root = await createTemporaryWorkspace({
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "x"}]}',
    'assistants/shop/package.yao': formatYaoPackage(),
    'assistants/shop/prompts.yml': prompts,
    'assistants/shop/tests/cases.jsonl': '{"id": "A", "input": "hi"}\n',
    ...files,
  });
  const { code, stdout, stderr } = await runCli(['lint', ...paths], { cwd: root });
  expect(stderr).toMatch(/^turntree: (no problems|\d+ (error|warning)s?.*) in 1 file, 1 case\n$/);
  return { code, lines: stdout === '' ? [] : stdout.trim().split('\n') };
}

const shop = 'assistants/shop';

describe('turntree lint in an application of assistants', () => {
  it('doubts tools that a case names and the assistant does not have', async () => {
    const files = {
      [`${shop}/package.yao`]: formatYaoPackage({ mcp: { servers: ['agents.shop.stock'] } }),
      [`${shop}/mcps/stock.mcp.yao`]: '{"transport": "process", "tools": {"count": "scripts.stock.Count"}}',
      [`${shop}/mcps/mapping/stock/schemes/count.in.yao`]: '{"type": "object"}',
      'scripts/stock.ts': 'export function Count() {}\n',
    };
    const createSuite = (more: object) => ({
      [`${shop}/tests/cases.jsonl`]: JSON.stringify({ id: 'A', input: 'hi', ...more }),
    });
    const never = { type: 'tool_called', value: 'cuont', times: 0 };
    const knownTools = { type: 'tool_called', value: ['count', 'stock__count', 'agents_shop_stock__count'] };
    expect(await lint({ ...files, ...createSuite({ assert: [never, knownTools] }) })).toEqual({
      code: 0,
      lines: [
        `${shop}/tests/cases.jsonl:1:34: warning: the agent "shop" has no tool "cuont"; it has count (did you mean "count"?)`,
      ],
    });
    const hooks = { [`${shop}/src/index.ts`]: 'export function Create() {}\n' };
    expect((await lint({ ...files, ...hooks, ...createSuite({ assert: never }) })).lines).toEqual([]);
    const mocked = createSuite({ assert: never, mocks: { cuont: { result: 1 } } });
    expect(await lint({ ...files, ...mocked })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/: the agent "shop" has no tool "cuont" to mock; .* \(did you mean "count"\?\)$/)],
    });
  });

  it('finds nothing wrong with a sound one', async () => {
    const sound = {
      [`${shop}/package.yao`]: formatYaoPackage({ mcp: { servers: ['agents.shop.stock'] } }),
      [`${shop}/mcps/stock.mcp.yao`]: '{"transport": "process", "tools": {"count": "agents.shop.stock.Count"}}',
      [`${shop}/mcps/mapping/stock/schemes/count.in.yao`]: '{"type": "object"}',
      [`${shop}/src/stock.ts`]: 'export function Count(): number { return 3; }\n',
      // The functions with names similar to hooks are called by other functions of this script, so they are no misspelt
      // hooks.
      [`${shop}/src/index.ts`]:
        "import { next } from './steps';\nfunction create() { return next(); }\nexport function Create() { return create(); }\n",
      [`${shop}/src/steps.ts`]: 'export const next = () => null;\n',
    };
    expect(await lint(sound)).toEqual({ code: 0, lines: [] });
  });

  it.each([
    ['broken JSON', '{\n  "name": "Shop",,\n}', '2:18: property name expected'],
    ['a value of another type', '{\n  "name": "Shop",\n  "mcp": {"servers": [1]}\n}', /^3:\d+: .*mcp\.servers\[0\]/],
    ['no name', '{}', '1:1: "name" is missing'],
    [
      'an unknown connector',
      '{\n  "name": "Shop",\n  "connector": "ofline"\n}',
      /^3:16: the workspace has no connector "ofline"; write connectors\/ofline\.conn\.yao, or choose another with -c \(did you mean "offline"\?\)/,
    ],
    [
      'an unknown server',
      '{\n  "name": "Shop",\n  "connector": "offline",\n  "mcp": {"servers": ["stock"]}\n}',
      /^4:23: there is no MCP server "stock"/,
    ],
  ])('places what is wrong with a package.yao: %s', async (_what, text, message) => {
    const { code, lines } = await lint({ [`${shop}/package.yao`]: text });
    expect(code).toBe(1);
    const place = `${shop}/package.yao:`;
    expect(lines).toEqual([expect.stringContaining(place)]);
    expect(lines[0]?.slice(place.length)).toMatch(message);
  });

  it('places syntax errors of hooks, of other scripts and of what they import', async () => {
    const { code, lines } = await lint({
      [`${shop}/src/index.ts`]:
        "import { price } from './price';\nimport './nowhere';\nexport function Create() { return price(; }\n",
      [`${shop}/src/price.ts`]: 'export const price = 1;\n',
      [`${shop}/src/sub/other.ts`]: 'export const x = 1;\nexport const y = ;\n',
      [`${shop}/src/env_test.ts`]: 'export function Before( {}\n',
    });
    expect([code, lines]).toEqual([
      1,
      [
        `${shop}/src/env_test.ts:2:1: Expected ")" but found end of file`,
        `${shop}/src/index.ts:3:41: Unexpected ";"`,
        `${shop}/src/sub/other.ts:2:18: Unexpected ";"`,
      ],
    ]);
  });

  it('names an import of hooks that is not there, and a package, which Yao has not', async () => {
    const { lines } = await lint({
      [`${shop}/src/index.ts`]:
        "import './nowhere';\nimport _ from 'lodash';\nexport function Create() { return _; }\n",
    });
    expect(lines).toEqual([
      `${shop}/src/index.ts:1:8: Could not resolve "./nowhere"`,
      expect.stringMatching(/src\/index\.ts:2:15: "lodash" is a package: scripts of an assistant import files only/),
    ]);
  });

  it.each([
    ['Creat', 'export function Creat(ctx) { return null; }', '1:17', 'Create'],
    ['next', 'function helper() {}\nfunction next() { return helper(); }', '2:10', 'Next'],
  ])('says which hook "%s" was meant to be: nothing calls it', async (name, text, place, suggestion) => {
    expect(await lint({ [`${shop}/src/index.ts`]: `${text}\n` })).toEqual({
      code: 1,
      lines: [
        `${shop}/src/index.ts:${place}: nothing calls "${name}": hooks are called Create and Next (did you mean "${suggestion}"?)`,
      ],
    });
  });

  it('warns of an asynchronous hook and of placeholders in braces', async () => {
    const { code, lines } = await lint({
      [`${shop}/src/index.ts`]: '// Hooks\nexport async function Next() {}\n',
      [`${shop}/prompts.yml`]:
        '- role: system\n  content: |\n    It is {{ $SYS.DATE }}.\n- role: system\n  content: @assets/rules.md\n',
    });
    expect([code, lines]).toEqual([
      0,
      [
        `${shop}/prompts.yml:3:11: warning: the prompt contains {{ $SYS.DATE }}: Yao keeps the braces; write $SYS.DATE`,
        `${shop}/prompts.yml:5:12: warning: assets/rules.md does not exist: Yao puts nothing in its place`,
        `${shop}/src/index.ts:2:23: warning: Next is asynchronous: Yao does not wait for it and uses {} as its answer; write it without async`,
      ],
    ]);
  });

  it('warns of names in the prompts of simulators and judges that nobody fills in', async () => {
    const { code, lines } = await lint({
      [`${shop}/prompts.yml`]: '- role: system\n  content: |\n    You are {{persona}}. Today is {{date}}.\n',
      [`${shop}/prompts/typo.yml`]: '- role: system\n  content: Reach {{gaol}}. Write {{name}} there.\n',
    });
    const filled = 'in prompts of simulators and judges, only persona, goal, conversation, criteria are filled in';
    expect([code, lines]).toEqual([
      0,
      [
        `${shop}/prompts.yml:3:35: warning: the prompt contains {{date}}: ${filled}`,
        `${shop}/prompts/typo.yml:2:18: warning: the prompt contains {{gaol}}: ${filled}; did you mean {{goal}}?`,
      ],
    ]);
  });

  it('places mistakes in prompts, presets and shared prompts, the last once', async () => {
    const { lines } = await lint({
      [`${shop}/prompts.yml`]: '- role: sytem\n  content: x\n',
      [`${shop}/prompts/chat/friendly.yml`]: '- role: system\n  content: "a\n',
      'agent/prompts.yml': 'role: system\n',
      'assistants/other/package.yao': formatYaoPackage(),
    });
    expect(lines.toSorted()).toEqual([
      'agent/prompts.yml:1:1: the value: prompts are a list of {role, content}',
      expect.stringContaining(`${shop}/prompts.yml:1:9: "[0].role" must be "system"`),
      `${shop}/prompts/chat/friendly.yml:3:1: broken YAML: missing closing "quote`,
    ]);
  });

  it('places what is wrong with servers: their files, their tools, and the functions behind them', async () => {
    const { lines } = await lint({
      [`${shop}/package.yao`]: formatYaoPackage({ mcp: { servers: [{ 'agents.shop.stock': ['count', 'cont'] }] } }),
      [`${shop}/mcps/stock.mcp.yao`]: `{
  "transport": "process",
  "tools": {
    "count": "agents.shop.stock.Cont",
    "move": "agents.shop.sock.Move",
    "tell": "scripts.helpers.Tell",
    "models": "models.stock.Find"
  }
}`,
      [`${shop}/mcps/torn.mcp.yao`]: '{\n "transport": "stdin"}',
      [`${shop}/src/stock.ts`]: 'export function Count() {}\n',
      ...Object.fromEntries(
        ['count', 'move', 'tell'].map((tool) => [`${shop}/mcps/mapping/stock/schemes/${tool}.in.yao`, '{}']),
      ),
    });
    const stock = `${shop}/mcps/stock.mcp.yao`;
    expect(lines).toEqual([
      expect.stringMatching(
        /package\.yao:1:\d+: warning: the MCP server "agents\.shop\.stock" has no tool "cont"; .*\(did you mean "count"\?\)/,
      ),
      `${stock}:4:14: the tool "count": ${shop}/src/stock.ts has no function "Cont"; it has Count (did you mean "agents.shop.stock.Count"?)`,
      `${stock}:5:13: the tool "move": the assistant "shop" has no script behind "agents.shop.sock.Move" in its src`,
      expect.stringContaining(`${stock}:6:13: the tool "tell": script "scripts.helpers.Tell" not found`),
      expect.stringContaining(
        `${stock}:7:15: the MCP server "agents.shop.stock" cannot be loaded: its tool "models" needs`,
      ),
      `${shop}/mcps/torn.mcp.yao:2:15: "transport": transport must be process, stdio, http or sse`,
    ]);
  });

  it('names the parts that are not here: errors where a case needs them, warnings elsewhere', async () => {
    const { code, lines } = await lint({
      [`${shop}/package.yao`]: '{\n"name": "Shop", "connector": "offline",\n"kb": {"collections": ["rules"]}}',
      'assistants/other/package.yao': '{\n"name": "Other", "connector": "offline", "sandbox": {"command": "claude"}}',
    });
    expect([code, lines.toSorted()]).toEqual([
      1,
      [
        'assistants/other/package.yao:2:53: warning: agent "other" needs parts that are not available here: its sandbox. --allow-partial runs it without them; sandbox: "<agent>" in the config names an agent that answers in its place',
        `${shop}/package.yao:3:7: agent "shop" needs parts that are not available here: its knowledge bases (kb). --allow-partial runs it without them`,
      ],
    ]);
  });

  it('says once that a variable of a connector is not set, at its file', async () => {
    const key = '{\n "type": "openai",\n "options": {"model": "m", "key": "$ENV.NO_SUCH_KEY"}}';
    const { code, lines } = await lint({
      'connectors/cloud.conn.yao': key,
      [`${shop}/package.yao`]: formatYaoPackage({ connector: 'cloud' }),
      'assistants/other/package.yao': formatYaoPackage({ connector: 'cloud' }),
    });
    expect([code, lines]).toEqual([
      0,
      [
        'connectors/cloud.conn.yao:3:36: warning: connector "cloud" cannot be used: set the environment variable NO_SUCH_KEY, which holds its key',
      ],
    ]);
  });
});

describe('turntree lint on module agents', () => {
  const config = (entry: object) => ({
    'runner.config.json': JSON.stringify({ agents: { mine: { type: 'module', path: 'agent.ts', ...entry } } }),
  });

  it.each([
    [
      'throws while it loads',
      'const x = 1;\nthrow new Error("no settings");\nexport default () => x;',
      {},
      'agent.ts:2:7: agent "mine": its module does not load: no settings (agent.ts:2:7)',
    ],
    [
      'needs a package',
      'import "no-such-package";\nexport default () => "x";',
      {},
      /^agent\.ts:1:1: agent "mine": its module does not load: the package "no-such-package", which agent\.ts imports, is not installed/,
    ],
    [
      'has no such export',
      'export const answer = () => "x";',
      {},
      'agent.ts:1:1: agent "mine": its module exports no agent "default"; its functions: answer',
    ],
    [
      'is misnamed in the config',
      'export const answer = () => "x";',
      { export: 'answr' },
      'agent.ts:1:1: agent "mine": its module exports no agent "answr"; its functions: answer',
    ],
  ])('says of one that %s what is wrong', async (_what, text, entry, message) => {
    const { code, lines } = await lint({ ...config(entry), 'agent.ts': text });
    expect([code, lines]).toEqual([1, [typeof message === 'string' ? message : expect.stringMatching(message)]]);
  });

  it('asks none of them', async () => {
    const text = 'export default () => { throw new Error("asked"); };';
    expect(await lint({ ...config({}), 'agent.ts': text })).toEqual({ code: 0, lines: [] });
  });
});
