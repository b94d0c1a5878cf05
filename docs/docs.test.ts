import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { main } from '../runner/cli/main.ts';
import { loadCaseFile } from '../runner/index.ts';
import { readRulesFile } from '../runner/models/connector-entries.ts';
import { byRules, type OpenAIServer, startOpenAIServer } from '../runner/testing/openai-server.ts';
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts';

const home = path.join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'examples/README.md',
  'examples/ci/README.md',
  'examples/experiments/README.md',
  'docs/write-cases.md',
  'docs/conversations.md',
  'docs/mocks.md',
  'docs/assertions.md',
  'docs/judges.md',
  'docs/faults.md',
  'docs/hooks-and-scripts.md',
  'docs/script-tests.md',
  'docs/generators.md',
  'docs/agents-and-models.md',
  'docs/yao-assistants.md',
  'docs/experiments.md',
  'docs/coming-from-mastra-experiments.md',
  'docs/record-and-replay.md',
  'docs/consistency-tests.md',
  'docs/dashboard.md',
  'docs/authoring.md',
  'docs/trends.md',
  'docs/reports-and-ci.md',
  'docs/history-and-settings.md',
  'docs/many-machines.md',
  'docs/coming-from-yao.md',
  'docs/coming-from-oxy.md',
  'docs/coming-from-promptfoo.md',
  'docs/coming-from-adk.md',
  'docs/import.md',
  'docs/coding-agents.md',
  'docs/architecture.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];

/** Commands that are not run as they are, and why. */
const checkedLightly: Record<string, string> = {
  'npm ci && npm start': 'installs, builds and serves until it is stopped',
  'npm ci && npm test': 'runs this very test',
  'npm run pack': 'is run by the test of the package',
  'npx runner ui': 'serves until it is stopped',
  'npx runner ui -a examples': 'serves until it is stopped',
  'npx runner try http://127.0.0.1:8000/chat': 'asks an agent of the reader',
};

const key = 'sk-loopback-0123456789';
let folder: string;
let server: OpenAIServer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-docs-'));
  const rules = readRulesFile(path.join(home, 'examples/connectors/rules/expense.jsonc'));
  server = await startOpenAIServer({ handler: byRules(rules), key });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function readDocument(document: string): string {
  return readFileSync(path.join(home, document), 'utf8');
}

function blocksOf(document: string, ...languages: string[]): MarkdownBlock[] {
  return markdownBlocks(readDocument(document)).filter((block) => languages.includes(block.language));
}

/** The examples as a checkout has them, and the files that the document tells its readers to write. */
function checkoutFor(document: string): string {
  const checkout = mkdtempSync(path.join(folder, 'checkout-'));
  const isSource = (file: string): boolean =>
    !/(\.runner|test-results|output-\d+\.jsonl|[\\/]examples[\\/].*node_modules)$/.test(file);
  cpSync(path.join(home, 'examples'), path.join(checkout, 'examples'), { recursive: true, filter: isSource });
  symlinkSync(path.join(home, 'node_modules'), path.join(checkout, 'node_modules'));
  for (const { file, text } of markdownBlocks(readDocument(document))) {
    if (file === undefined) continue;
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    appendFileSync(path.join(checkout, file), text);
  }
  return checkout;
}

/** `shown` are the lines that the document shows of what the command prints, in a block called `output` after it. */
type Command = { text: string; line: number; exitCode: number; shown: string[] };

function commandsOf(document: string): Command[] {
  const blocks = blocksOf(document, 'sh', 'bash', 'output');
  return blocks.flatMap((block, place) => {
    if (block.language === 'output') return [];
    const next = blocks[place + 1];
    const shown = next?.language === 'output' ? next.text.split('\n').filter((line) => line.trim() !== '') : [];
    const commands = block.text
      .split('\n')
      .map((text, index) => {
        const [command = '', comment = ''] = text.split(/\s+#/);
        return {
          text: command.trim(),
          line: block.line + 1 + index,
          exitCode: comment.includes('exits with 1') ? 1 : 0,
        };
      })
      .filter(({ text }) => text !== '');
    return commands.map((command, at) => ({ ...command, shown: at === commands.length - 1 ? shown : [] }));
  });
}

/** Words of a command line; quotes hold words together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

/** Runs `npx runner …` of a document; tests run more at once than it says, to be quick. */
async function run({ text, line, exitCode, shown }: Command, cwd: string): Promise<void> {
  const [npx, runner, ...args] = wordsOf(text);
  expect([npx, runner], `line ${line}: ${text}`).toEqual(['npx', 'runner']);
  const hurry = args[0] !== 'test' || text.includes('--parallel') ? [] : ['--parallel', '6'];
  const { code, output } = await runHere([...args, ...hurry], cwd);
  expect(code, `line ${line}: ${text}\n${output}`).toBe(exitCode);
  for (const piece of shown) expect(output, `line ${line}: ${text}`).toContain(piece);
}

/** The command line in this process: what a process of its own adds is tested with the examples. */
async function runHere(args: readonly string[], cwd: string): Promise<{ code: number; output: string }> {
  const stream = new PassThrough();
  const output = textOf(stream);
  const variables = { ...process.env, OPENAI_HOST: server.url, OPENAI_API_KEY: key, NO_COLOR: '1' };
  const said = ['Hello, is anybody there?'];
  const lines = () => ({ isTyped: false, next: async () => said.shift(), close: () => undefined });
  const code = await main(args, { stdout: stream, stderr: stream, lines, variables, cwd });
  stream.end();
  return { code, output: await output };
}

describe.concurrent('the commands', () => {
  it.each(documents)('of %s do what it says', { timeout: 300_000 }, async (document) => {
    let cwd = checkoutFor(document);
    for (const command of commandsOf(document)) {
      if (command.text in checkedLightly || /^export \w+=\S+$/.test(command.text)) continue;
      if (!command.text.startsWith('cd ')) {
        await run(command, cwd);
        continue;
      }
      cwd = path.join(cwd, command.text.slice('cd '.length));
      expect(existsSync(cwd), command.text).toBe(true);
    }
  });

  it('that are not run are known to npm and to the runner', async () => {
    const all = documents.flatMap(commandsOf).map(({ text }) => text);
    expect(all).toEqual(expect.arrayContaining(Object.keys(checkedLightly)));
    const manifest = z.object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) });
    const { scripts, bin } = manifest.parse(JSON.parse(readDocument('package.json')));
    expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String), verify: expect.any(String) });
    expect(existsSync(path.join(home, bin.runner ?? 'missing'))).toBe(true);
    const { code, output } = await runHere(['ui', '--help'], folder);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/-a, --app.*--port/s) });
  });
});

describe('the examples', () => {
  const jsonl = documents.flatMap((document) =>
    blocksOf(document, 'jsonl').map((block) => ({ ...block, place: `${document}:${block.line}` })),
  );

  it.each(jsonl)('in $place load', async ({ place, text }) => {
    const file = path.join(folder, `${place.replaceAll(/\W/g, '-')}.jsonl`);
    writeFileSync(file, text);
    const { cases, warnings } = await loadCaseFile(file, place);
    expect(warnings).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  it('in JSON are JSON', () => {
    const json = documents.flatMap((document) => blocksOf(document, 'json'));
    expect(json.length).toBeGreaterThan(0);
    for (const { text } of json) expect(() => JSON.parse(text)).not.toThrow();
  });
});

describe('the links', () => {
  const links = documents.flatMap((document) =>
    [...readDocument(document).matchAll(/\[[^\]]*\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
      ([, target = '', anchor]) => ({ document, target, anchor }),
    ),
  );

  it.each(links)('from $document to $target lead somewhere', ({ document, target, anchor }) => {
    const file = target === '' ? document : path.join(path.dirname(document), target);
    expect(existsSync(path.join(home, file))).toBe(true);
    if (anchor !== undefined) expect(headingsOf(file)).toContain(anchor);
  });
});

describe('CONTRIBUTING.md', () => {
  const named = [
    ...readDocument('CONTRIBUTING.md').matchAll(
      /`((?:app|components|docs|drizzle|e2e|examples|lib|runner|scripts)\/[^`\s<>]+)`/g,
    ),
  ];

  it.each(named.map(([, file = '']) => file))('names %s, which is there', (file) => {
    expect(existsSync(path.join(home, file))).toBe(true);
  });
});

function headingsOf(document: string): string[] {
  const headings = readDocument(document).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
