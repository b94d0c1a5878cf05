import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BenchWorkspace, cliProgram } from '../measure.ts';

/** What a comparison runs: a suite in a workspace, and how many attempts it makes. */
export type Load = { workspace: BenchWorkspace; suite: string; count: number };

export type Program = {
  name: string;
  /** The features that the program does not have, such as a history or isolation. */
  without?: string;
  /** Does the work that is not measured, and returns the arguments for Node. */
  prepare(load: Load): string[];
};

/**
 * Node's test runner and the peers installed in `folder`. `absent` has the names of peers that are not installed there.
 */
export function findPeers(folder: string | undefined): { installed: Program[]; absent: string[] } {
  const findInstalledProgram = (name: string) =>
    folder !== undefined && existsSync(path.join(folder, 'node_modules', name));
  const peers = Object.entries(peerPrograms).map(([name, program]) => ({ name, program }));
  return {
    installed: [
      nodeTest,
      ...peers.flatMap(({ name, program }) =>
        folder !== undefined && findInstalledProgram(name) ? [program(folder)] : [],
      ),
    ],
    absent: peers.filter(({ name }) => !findInstalledProgram(name)).map(({ name }) => name),
  };
}

/** The minimal runner as a program of the comparison, with options such as `--isolated`. */
export function floorRunner(name: string, ...options: string[]): Program {
  return {
    name,
    prepare: ({ workspace, suite }) => [
      floorProgram('floor.mjs'),
      suite,
      path.join(workspace.root, 'instant.ts'),
      emptyFloorHistory(workspace),
      path.join(workspace.root, 'floor.jsonl'),
      ...options,
    ],
  };
}

export function floorProgram(file: string): string {
  return path.join(import.meta.dirname, file);
}

/** Returns the path of the history of the floor programs, which must not exist when they start. */
export function emptyFloorHistory(workspace: BenchWorkspace): string {
  const history = path.join(workspace.root, 'floor.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(history + end, { force: true });
  return history;
}

export const isolatedFloor = floorRunner('floor, agent isolated', '--isolated');

/** Turntree with a new history, as a program of the comparison; `options` follow `turntree test <suite>`. */
export function turntreeTest(options: (workspace: BenchWorkspace) => readonly string[]): Program {
  return {
    name: 'turntree',
    prepare({ workspace, suite }) {
      rmSync(path.join(workspace.root, '.runner'), { recursive: true, force: true });
      return [...cliProgram, 'test', suite, ...options(workspace)];
    },
  };
}

const runInstantCases = ({ root }: BenchWorkspace) => ['-n', 'instant', '-o', path.join(root, 'turntree.jsonl')];

/** Compares the minimal runner, with and without isolation, and Turntree on cases whose agent answers at once. */
export const instantPrograms: readonly Program[] = [floorRunner('floor'), isolatedFloor, turntreeTest(runInstantCases)];

const nodeTest: Program = {
  name: 'node:test',
  without: 'history, isolation',
  prepare({ workspace, suite, count }) {
    return [
      workspace.write(
        `node-${count}.test.mjs`,
        `import test from 'node:test'; import assert from 'node:assert'; import { readFileSync } from 'node:fs';
import agent from './instant.ts';
for (const line of readFileSync(${JSON.stringify(suite)}, 'utf8').trim().split('\\n')) {
  const row = JSON.parse(line);
  test(row.id, async () => assert.ok((await agent(row)).includes(row.assert.value)));
}
`,
      ),
    ];
  },
};

const peerPrograms: Record<string, (folder: string) => Program> = {
  braintrust: (folder) => ({
    name: `braintrust ${packageVersion(folder, 'braintrust')}`,
    without: 'history, isolation',
    prepare({ workspace, suite }) {
      linkWorkspace(workspace, folder);
      return [
        workspace.write(
          'braintrust.mjs',
          `import { readFileSync, writeFileSync } from 'node:fs'; import { Eval } from 'braintrust'; import agent from './instant.ts';
const rows = readFileSync(${JSON.stringify(suite)}, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
const { results } = await Eval('floor', {
  data: () => rows.map((row) => ({ input: row.input, expected: row.assert.value })),
  task: (input) => agent({ input }),
  scores: [({ output, expected }) => ({ name: 'contains', score: output.includes(expected) ? 1 : 0 })],
}, { noSendLogs: true, reporter: { name: 'none', reportEval: async () => true, reportRun: async () => true } });
if (results.length !== rows.length) throw new Error('not all cases ran');
writeFileSync('braintrust.jsonl', results.map((row) => JSON.stringify(row)).join('\\n') + '\\n');
`,
        ),
      ];
    },
  }),
  promptfoo: (folder) => ({
    name: `promptfoo ${packageVersion(folder, 'promptfoo')}`,
    without: 'history, isolation',
    prepare({ workspace, suite }) {
      linkWorkspace(workspace, folder);
      return [
        workspace.write(
          'promptfoo.mjs',
          `import { readFileSync } from 'node:fs'; import promptfoo from 'promptfoo'; import agent from './instant.ts';
const rows = readFileSync(${JSON.stringify(suite)}, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
const summary = await promptfoo.evaluate({
  prompts: ['{{input}}'],
  providers: [async (input) => ({ output: agent({ input }) })],
  tests: rows.map((row) => ({ vars: { input: row.input }, assert: [row.assert] })),
  writeLatestResults: false, outputPath: 'promptfoo.jsonl',
}, { maxConcurrency: 4, cache: false, showProgressBar: false });
process.exit((summary.stats ?? summary.results.stats).successes === rows.length ? 0 : 1);
`,
        ),
      ];
    },
  }),
  evalite: (folder) => ({
    name: `evalite ${packageVersion(folder, 'evalite')}`,
    without: 'isolation',
    prepare({ workspace, suite }) {
      linkWorkspace(workspace, folder);
      workspace.write(
        'floor.eval.ts',
        `import { readFileSync } from 'node:fs'; import { evalite } from 'evalite'; import agent from './instant.ts';
const rows = readFileSync(${JSON.stringify(suite)}, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
evalite('floor', {
  data: () => rows.map((row) => ({ input: row.input, expected: row.assert.value })),
  task: (input: string) => agent({ input }),
  scorers: [{ name: 'contains', scorer: ({ output, expected }) => (output.includes(expected) ? 1 : 0) }],
});
`,
      );
      return [packageBinary(folder, 'evalite'), 'run', 'floor.eval.ts'];
    },
  }),
  vitest: (folder) => ({
    name: `vitest ${packageVersion(folder, 'vitest')}`,
    without: 'history',
    prepare({ workspace, suite, count }) {
      linkWorkspace(workspace, folder);
      const file = `vitest-${count}.test.ts`;
      workspace.write(
        file,
        `import { expect, test } from 'vitest'; import { readFileSync } from 'node:fs'; import agent from './instant.ts';
for (const line of readFileSync(${JSON.stringify(suite)}, 'utf8').trim().split('\\n')) {
  const row = JSON.parse(line);
  test(row.id, async () => expect(await agent(row)).toContain(row.assert.value));
}
`,
      );
      return [packageBinary(folder, 'vitest'), 'run', file, '--reporter=json', '--outputFile=vitest.json'];
    },
  }),
};

function linkWorkspace(workspace: BenchWorkspace, folder: string): void {
  workspace.link('node_modules', path.join(folder, 'node_modules'));
}

function readPackage(folder: string, name: string): { version: string; bin?: string | Record<string, string> } {
  return JSON.parse(readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'));
}

function packageVersion(folder: string, name: string): string {
  return readPackage(folder, name).version;
}

function packageBinary(folder: string, name: string): string {
  const { bin } = readPackage(folder, name);
  const file = typeof bin === 'string' ? bin : bin?.[name];
  if (file === undefined) throw new Error(`${name} in ${folder} has no program`);
  return path.join(folder, 'node_modules', name, file);
}
