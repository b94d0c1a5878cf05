import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRulesFile } from '../../runner/models/connector-entries.ts';
import { answerByRules, type OpenAIServer, startOpenAIServer } from '../../runner/testing/openai-server.ts';
import { installOwnPackage } from '../../runner/testing/own-package.ts';
import { type CliResult, runCli } from '../../runner/testing/run-cli.ts';
import { blocksOf, home, readDocument } from './documents.ts';
import { markdownBlocks } from './markdown-blocks.ts';

/** Commands that are not run as they are, and why. */
export const lightlyCheckedDocuments: Record<string, string> = {
  'npm ci && npm start': 'installs, builds and serves until it is stopped',
  'npm ci && npm test': 'runs this very test',
  'npm run pack': 'is run by the test of the package',
  'npx turntree ui': 'serves until it is stopped',
  'npx turntree ui -a examples': 'serves until it is stopped',
  'npx turntree try http://127.0.0.1:8000/chat': 'asks an agent of the reader',
};

const key = 'sk-loopback-0123456789';

/** Runs the commands of these documents, each document in a checkout of its own. */
export function testCommands(documents: readonly string[]): void {
  let folder: string;
  let server: OpenAIServer;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-docs-'));
    const rules = readRulesFile(path.join(home, 'examples/connectors/rules/expense.jsonc'));
    server = await startOpenAIServer({ handler: answerByRules(rules), key });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('the commands', () => {
    it.each(documents)('of %s do what it says', { timeout: 900_000 }, async (document) => {
      const variables = { OPENAI_HOST: server.url, OPENAI_API_KEY: key };
      let cwd = checkoutFor(document, folder);
      for (const command of commandsOf(document)) {
        if (command.text in lightlyCheckedDocuments || /^export \w+=\S+$/.test(command.text)) continue;
        if (!command.text.startsWith('cd ')) {
          await runCommand(command, cwd, variables);
          continue;
        }
        cwd = path.join(cwd, command.text.slice('cd '.length));
        expect(existsSync(cwd), command.text).toBe(true);
      }
    });
  });
}

/** Creates a checkout with the examples and with the files that the document tells its readers to write. */
export function checkoutFor(document: string, folder: string): string {
  const checkout = mkdtempSync(path.join(folder, 'checkout-'));
  const isSource = (file: string): boolean =>
    !/(\.runner|test-results|output-\d+\.jsonl|[\\/]examples[\\/].*node_modules)$/.test(file);
  cpSync(path.join(home, 'examples'), path.join(checkout, 'examples'), { recursive: true, filter: isSource });
  // A program finds the package by its name only where it is installed.
  if (commandsOf(document).some(({ text }) => programOf(text) !== undefined)) installOwnPackage(checkout);
  else symlinkSync(path.join(home, 'node_modules'), path.join(checkout, 'node_modules'));
  for (const { file, text } of markdownBlocks(readDocument(document))) {
    if (file === undefined) continue;
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    appendFileSync(path.join(checkout, file), text);
  }
  return checkout;
}

/** `shown`: the expected lines of output, from the block called `output` that follows the command. */
type Command = { text: string; line: number; exitCode: number; shown: string[] };

export function commandsOf(document: string): Command[] {
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
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

/**
 * Runs an `npx turntree …` command of a document. `turntree test` gets `--parallel 6`, unless the document sets it, to
 * save time.
 */
async function runCommand(
  { text, line, exitCode, shown }: Command,
  cwd: string,
  variables: Record<string, string>,
): Promise<void> {
  const { code, stdout, stderr } = await runProgram({ text, line }, cwd, variables);
  const output = stdout + stderr;
  expect(code, `line ${line}: ${text}\n${output}`).toBe(exitCode);
  for (const piece of shown) expect(output, `line ${line}: ${text}`).toContain(piece);
}

async function runProgram(
  { text, line }: Pick<Command, 'text' | 'line'>,
  cwd: string,
  variables: Record<string, string>,
): Promise<CliResult> {
  const program = programOf(text);
  if (program !== undefined) return runProcess(program, cwd, variables);
  const [npx, name, ...args] = wordsOf(text);
  expect([npx, name], `line ${line}: ${text}`).toEqual(['npx', 'turntree']);
  const hurry = args[0] !== 'test' || text.includes('--parallel') ? [] : ['--parallel', '6'];
  return runCli([...args, ...hurry], { cwd, variables, input: 'Hello, is anybody there?' });
}

/** The arguments for Node of a command that runs a program of the reader or its test runner. */
function programOf(text: string): string[] | undefined {
  const [first = '', second, ...others] = wordsOf(text);
  if (first === 'node') return second === undefined ? undefined : [second, ...others];
  return first === 'npx' && second === 'vitest'
    ? [path.join(home, 'node_modules/vitest/vitest.mjs'), ...others]
    : undefined;
}

async function runProcess(args: string[], cwd: string, variables: Record<string, string>): Promise<CliResult> {
  const env = { ...process.env, ...variables, NO_COLOR: '1', VITEST: undefined };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}
