import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpan, encodeSpansAsJson } from '../testing/otlp.ts';
import { type CliResult, createBuiltProgram, runCli, runCliProcess } from '../testing/run-cli.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';

const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';
const suite = 'tests/cases.jsonl';

type CommandRow = { args: readonly string[]; input?: string };
const row = (...args: string[]): CommandRow => ({ args });

/**
 * The command lines to test. The keys are commands, or a command and its first argument if only certain values are
 * allowed.
 */
const rows: Record<string, readonly CommandRow[]> = {
  try: [
    { args: ['try', 'desk.mjs'], input: 'When are you open?\nBook a table.\n\n' },
    row('try', 'nowhere.mjs'),
    { args: ['try', 'desk.mjs', '--json'], input: '' },
  ],
  test: [
    row('test', suite, '-o', 'report.json', '-o', 'report.html', '-o', 'report.xml'),
    row('test', suite, '-n', 'module', '--runs', '2', '--no-output', '-q'),
    row('test', suite, '-n', 'program', '--json', '--parallel', '1'),
    row('test', 'tests/talk.jsonl', '-v'),
    row('test', 'scripts/till_test.ts'),
    row('test', 'none.jsonl', '--exit-codes', 'detailed'),
    row('test', suite, '--paralel', '2'),
  ],
  attack: [row('attack', suite), row('attack', suite, '--budget', '0')],
  work: [row('work', 'redis://127.0.0.1:1')],
  lint: [row('lint')],
  list: [row('list')],
  connectors: [row('connectors')],
  ui: [row('ui', '-a', 'nowhere'), row('ui', '-e', 'none.env')],
  why: [row('why')],
  show: [row('show', 'latest'), row('show', '019affff')],
  report: [row('report', 'latest', '-o', 'page.html')],
  extract: [row('extract', 'kept.json')],
  compare: [row('compare', first, second, '--fail-on-new-failures')],
  regrade: [row('regrade', first)],
  mutate: [row('mutate', suite)],
  infer: [row('infer', suite), row('infer', suite, '--good', 'latest')],
  'judge check': [row('judge', 'check', 'tests/judged.jsonl')],
  'simulator check': [row('simulator', 'check', 'tests/talk.jsonl')],
  merge: [row('merge', 'kept.jsonl', 'kept.json', '-o', 'both.json')],
  bisect: [row('bisect', first, 'nobody')],
  'baseline pin': [row('baseline', 'pin', first)],
  'baseline show': [row('baseline', 'show')],
  'baseline unpin': [row('baseline', 'unpin')],
  'history info': [row('history', 'info')],
  'history check': [row('history', 'check')],
  'history vacuum': [row('history', 'vacuum')],
  'history export': [row('history', 'export', '-', first)],
  'history import': [row('history', 'import', 'kept-runs.jsonl', '--db', 'other.db')],
  'history reset': [row('history', 'reset')],
  prune: [row('prune', '--keep', '1', '--vacuum')],
  'import traces': [row('import', 'traces', 'spans.json')],
  'import transcripts': [row('import', 'transcripts', 'talks.jsonl', '-o', 'imported.jsonl')],
  'import table': [row('import', 'table', 'faq.csv', '--map', 'input=question,expected=answer')],
  'import promptfoo': [row('import', 'promptfoo', 'promptfooconfig.yaml')],
  'import adk': [row('import', 'adk', 'none.evalset.json')],
  'import tau2': [row('import', 'tau2', 'none.json')],
  'export otlp': [row('export', 'otlp', 'latest', '-o', 'run.otlp.jsonl')],
  init: [row('init', 'fresh')],
  'schema case': [row('schema', 'case')],
  'schema config': [row('schema', 'config')],
  'schema test': [row('schema', 'test')],
  mcp: [row('mcp', 'now')],
  'completion bash': [row('completion', 'bash')],
  'completion zsh': [row('completion', 'zsh')],
  'completion fish': [row('completion', 'fish')],
  help: [row('help'), row('help', 'test'), row('--version'), row(), row('tset')],
};

let workspace: ScriptedWorkspace;
let seed: string;

beforeAll(async () => {
  workspace = createScriptedWorkspace({
    desk: {
      type: 'scripted',
      rules: [{ when: { text: 'bye' }, answer: 'Goodbye.' }, { answer: 'You said {{input}}.' }],
    },
    module: { type: 'module', path: 'desk.mjs' },
    program: { type: 'command', command: [process.execPath, 'program.mjs'] },
    judge: { type: 'scripted', rules: [{ answer: { passed: true, reason: 'so it is' } }] },
    user: { type: 'scripted', rules: [{ answer: { message: 'and then?', goal_achieved: false } }] },
  });
  const { write, root } = workspace;
  write('assistants/desk/package.yao', '{"name": "Desk"}');
  write('desk.mjs', "export default ({ input }) => 'You said ' + input + ' in ' + process.cwd();\n");
  write('program.mjs', "console.log('Hello from ' + process.cwd());\n");
  write(suite, [
    { id: 'A', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'B', input: 'bye', assert: { type: 'contains', value: 'hello' } },
  ]);
  write('tests/judged.jsonl', [{ id: 'J', input: 'hello', assert: { type: 'agent', use: 'judge', value: 'kind' } }]);
  const talk = { id: 'talk', input: 'hello', simulator: 'user', max_turns: 3 };
  write('tests/talk.jsonl', [
    { ...talk, checkpoints: [{ id: 'then', assert: { type: 'contains', value: 'and then' } }] },
  ]);
  write('broken.jsonl', '{"id": 1}\n');
  write('scripts/till_test.ts', "export function TestSum(t) { t.assert.Equal(2, 1 + 1, 'the sum'); }\n");
  write('talks.jsonl', [{ id: 'hours', turns: [{ input: 'When do you open?', output: 'At 9:30.' }] }]);
  write('spans.json', encodeSpansAsJson([createSpan(1, { 'gen_ai.operation.name': 'chat' })]));
  write('faq.csv', 'question,answer\nWhen do you open?,9:30\n');
  write(
    'promptfooconfig.yaml',
    'prompts: ["{{q}}"]\ntests:\n  - vars: {q: hi}\n    assert: [{type: contains, value: hi}]\n',
  );
  for (const args of [
    ['test', suite, '-n', 'desk', '--run-id', first, '-o', 'kept.json', '-o', 'kept.jsonl'],
    ['test', 'tests/judged.jsonl', '-n', 'desk', '--no-output'],
    ['history', 'export', 'kept-runs.jsonl', first],
    ['test', suite, '-n', 'judge', '--run-id', second, '--no-output'],
  ]) {
    await runCliProcess(args, { cwd: root });
  }
  seed = mkdtempSync(path.join(os.tmpdir(), 'turntree-seed-'));
  cpSync(root, seed, { recursive: true });
});
afterAll(() => {
  workspace.remove();
  rmSync(seed, { recursive: true, force: true });
});

/** Runs a command line in a fresh copy of the workspace, always at the same path. */
async function started(
  { args, input = '' }: CommandRow,
  run: (args: readonly string[], options: { cwd: string; input: string }) => Promise<CliResult>,
) {
  const { root } = workspace;
  rmSync(root, { recursive: true });
  cpSync(seed, root, { recursive: true });
  const { code, stdout, stderr } = await run(args, { cwd: root, input });
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(lasting).toSorted();
  return { code, stdout: lasting(stdout), stderr: lasting(stderr), files };
}

/** Masks values that differ in every run: ids, times, durations and sizes. */
function lasting(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      id === first || id === second ? id : '<id>',
    )
    .replaceAll(/\b(?!019a0000|019a1111)01[0-9a-f]{6}(-[0-9a-f]{4})?\b/g, '<id>')
    .replaceAll(/\boutput-\d{14}\b/g, 'output-<time>')
    .replaceAll(/\d{4}-\d\d-\d\d[T -]\d\d[:-]\d\d([:-]\d\d)?([.-]\d+)?Z?/g, '<time>')
    .replaceAll(/\b\d{13}(\.\d+)?\b/g, '<time>')
    .replaceAll(/("\w*(?:Ms|_ms|At|_at|[dD]uration\w*)": ?)[\d.]+/g, '$1<time>')
    .replaceAll(/\b\d+(\.\d+)? ?(ms|µs|s)\b/g, '<duration>')
    .replaceAll(/\b\d+(\.\d+)? (B|KB|MB)\b/g, '<size>');
}

describe('a command prints and ends in the process of a test as in one of its own', () => {
  it('every one of them', async () => {
    const program = await createBuiltProgram(os.tmpdir());
    expect(Object.keys(rows).toSorted()).toEqual([...program.commands.flatMap(listCommands), 'help'].toSorted());
  });

  const lines = Object.values(rows).flatMap((each) => each.map((line) => ({ ...line, text: line.args.join(' ') })));
  it.each(lines)('runner $text', async (line) => {
    const listeners = processListeners();
    const inProcess = await started(line, runCli);
    expect(processListeners()).toEqual(listeners);
    expect(inProcess).toEqual(await started(line, runCliProcess));
    expect(inProcess.stdout + inProcess.stderr).not.toBe('');
  });
});

/** Returns the process listeners, to check that they are the same before and after a command. */
function processListeners(): unknown[] {
  return process.eventNames().map((name) => [name, process.listenerCount(name)]);
}

function listCommands(command: Command): string[] {
  if (command.commands.length > 0) return command.commands.flatMap(listCommands);
  const [{ argChoices } = {}] = command.registeredArguments;
  return argChoices === undefined ? [command.name()] : argChoices.map((word) => `${command.name()} ${word}`);
}
