import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../../runner/testing/run-cli.ts';
import { createCheckout, saveBlock } from './checkout.ts';
import { home, readDocument } from './documents.ts';
import { type MarkdownBlock, parseMarkdownBlocks } from './markdown-blocks.ts';
import { type ShellLine, splitIntoShellLines } from './shell-lines.ts';

/** Environment variables that a reader of the documents has not set. */
const unset = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(TURNTREE|OPENAI|ANTHROPIC|GOOGLE|GEMINI|OLLAMA)_/.test(name))
    .map((name) => [name, undefined]),
);

/** Reads these documents as a reader does: saves their files and runs their commands in order, in a fresh clone. */
export function defineDocumentCommandTests(documents: readonly string[]): void {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-docs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('the commands', () => {
    it.each(documents.filter((document) => parseMarkdownBlocks(readDocument(document)).length > 0))(
      'of %s do what it says',
      { timeout: 900_000 },
      async (document) => {
        const checkout = createCheckout(folder);
        let reader: DocumentReader = { cwd: checkout, variables: unset };
        for (const { block, output } of pairBlocksWithOutputs(parseMarkdownBlocks(readDocument(document)))) {
          saveBlock(block, reader.cwd);
          if (isCommandBlock(block) && block.notRun === undefined) reader = await runBlock({ block, output, reader });
        }
      },
    );
  });
}

export function isCommandBlock({ language, file }: MarkdownBlock): boolean {
  return file === undefined && ['sh', 'bash', 'shell', 'console'].includes(language);
}

/** The folder in which a reader is, and the variables that were exported so far. */
type DocumentReader = { cwd: string; variables: Record<string, string | undefined> };
type ExpectedOutput = MarkdownBlock | undefined;

function pairBlocksWithOutputs(blocks: readonly MarkdownBlock[]): { block: MarkdownBlock; output: ExpectedOutput }[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    return { block, output: next?.language === 'output' ? next : undefined };
  });
}

type CommandBlockRun = { block: MarkdownBlock; output: ExpectedOutput; reader: DocumentReader };

async function runBlock({ block, output, reader }: CommandBlockRun): Promise<DocumentReader> {
  let { cwd, variables } = reader;
  let printed = '';
  for (const command of splitIntoShellLines(block.text, block.line + 1)) {
    const [name, argument = ''] = command.words;
    if (name === 'cd') {
      cwd = path.join(cwd, argument);
      expect(existsSync(cwd), `line ${command.line}: ${command.text}`).toBe(true);
    } else if (name === 'export') {
      const [variable = '', value] = argument.split(/=(.*)/s);
      variables = { ...variables, [variable]: value };
    } else printed = await runCommand(command, { cwd, variables });
  }
  for (const line of output?.text.split('\n') ?? []) expectPrintedLine(printed, line, block.line);
  return { cwd, variables };
}

/** Runs a command and returns its output. The command line of the project runs in this process, to save time. */
async function runCommand(command: ShellLine, { cwd, variables }: DocumentReader): Promise<string> {
  const { line, text, words, target, exitCode, input } = command;
  const [npx, program, ...args] = words;
  const environment = { ...variables, ...command.variables };
  const { code, stdout, stderr } =
    npx === 'npx' && program === 'turntree'
      ? await runCli(args, { cwd, variables: environment, input })
      : await runInShell(text, cwd, environment);
  expect(code, `line ${line}: ${text}\n${stdout}${stderr}`).toBe(exitCode);
  if (target !== undefined) writeFileSync(path.join(cwd, target), stdout);
  return stdout + stderr;
}

/** Runs another program, such as `node check.ts` or `npx vitest run`. */
async function runInShell(text: string, cwd: string, variables: DocumentReader['variables']): Promise<CliResult> {
  const command = text.replace(/^npx vitest /, 'vitest ');
  // Commands of package managers are rejected: the packages of the checkout are those of the project, and a command
  // that replaces them would delete them.
  if (/\b(npm|npx|yarn|pnpm)\b/.test(command)) throw new Error(`not a command that tests can run: ${text}`);
  const PATH = `${path.join(home, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, ...variables, PATH };
  const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Each line of the output shown in a document must occur in the printed output; `…` in it stands for any text. */
function expectPrintedLine(printed: string, line: string, index: number): void {
  if (line.trim() === '') return;
  const pieces = line.trim().split('…');
  let rest: string | undefined = printed;
  for (const piece of pieces) {
    const at: number = rest?.indexOf(piece.trim()) ?? -1;
    rest = at === -1 ? undefined : rest?.slice(at + piece.trim().length);
  }
  expect(rest, `after line ${index}: "${line}" is not in\n${printed}`).toBeDefined();
}
