import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BenchWorkspace, cliProgram } from '../measure.ts';
import { emptyFloorHistory, floorProgram, floorRunner, type Load, type Program, turntreeTest } from './programs.ts';

/** A job that Turntree does besides running instant cases once, and a minimal program that does the same job. */
export type Task = {
  name: string;
  /** Writes the files that the compared programs read; returns the suite. */
  write(workspace: BenchWorkspace, count: number): string;
  /** The programs to compare; the first one is the minimal program (the "floor"). */
  programs: readonly Program[];
};

const RUNS = 10;
const SAMPLES = 10;

export const runTasks: readonly Task[] = [
  {
    name: 'rows of a table with scores',
    write: writeTable,
    programs: [
      floorScoring('floor'),
      floorScoring('floor, scorer isolated', '--isolated'),
      turntreeTest(({ root }) => ['-o', `${path.join(root, 'results')}/`]),
    ],
  },
  {
    name: `attempts, ${RUNS} of each case`,
    write: (workspace, count) => workspace.suite('repeated', count / RUNS),
    programs: [
      floorRunner('floor', '--runs', String(RUNS)),
      floorRunner('floor, agent isolated', '--isolated', '--runs', String(RUNS)),
      turntreeTest(({ root }) => ['-n', 'instant', '--runs', String(RUNS), '-o', path.join(root, 'turntree.jsonl')]),
    ],
  },
  {
    name: `answers, ${SAMPLES} in each consistency test`,
    write: writeConsistencyTests,
    programs: [
      {
        name: 'floor',
        prepare: ({ workspace, suite }) => [
          floorProgram('floor-consistency.mjs'),
          suite,
          path.join(workspace.root, 'runner.config.json'),
          emptyFloorHistory(workspace),
        ],
      },
      turntreeTest(() => ['--no-output']),
    ],
  },
];

export const regrade: Task = {
  name: 'attempts in a regrade',
  write: (workspace, count) => workspace.suite('regraded', count),
  programs: [floorRegrade(), turntreeRegrade()],
};

function floorScoring(name: string, ...options: string[]): Program {
  return {
    name,
    prepare: ({ workspace, suite }) => [
      floorProgram('floor-scoring.mjs'),
      suite,
      path.join(workspace.root, 'scorers', 'brevity.ts'),
      emptyFloorHistory(workspace),
      path.join(workspace.root, 'floor.json'),
      ...options,
    ],
  };
}

function writeTable(workspace: BenchWorkspace, count: number): string {
  workspace.write(
    'scorers/brevity.ts',
    `export default ({ output }: { output: string }) => {
  const words = output.split(/\\s+/).length;
  return { score: Math.max(0, 1 - words / 30), reason: \`\${words} words\` };
};
`,
  );
  const header = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,tags,language';
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `brevity,row-${index},Where is order ${index}?,"It is on its way, {{id}}.",0.7,1,"orders,good",${index % 2 === 0 ? 'en' : 'de'}`,
  );
  return workspace.write('rows.csv', `${[header, ...rows].join('\n')}\n`);
}

/**
 * The agent and the judge are scripted models, so neither Turntree nor the minimal program starts a process for them.
 */
function writeConsistencyTests(workspace: BenchWorkspace, count: number): string {
  workspace.write(
    'config.yml',
    'databases: []\nmodels:\n  - { name: judge, vendor: openai, model_ref: none, key_var: NONE }\n',
  );
  const models = {
    fast: { type: 'scripted', rules: [{ answer: 'It opens at 8.' }] },
    judge: {
      type: 'scripted',
      rules: [{ when: { system: 'sundays' }, answer: 'They differ.\nB' }, { answer: 'Both name the same time.\nA' }],
    },
  };
  workspace.write('runner.config.json', JSON.stringify({ models }));
  const tests = Array.from(
    { length: count / SAMPLES },
    (_, index) => `  - { type: consistency, n: ${SAMPLES}, task_description: 'When does shop ${index} open?' }\n`,
  );
  const head = 'model: fast\nsystem_instructions: You answer the phone of a chain of shops.\ntests:\n';
  return workspace.write('desk.agent.yml', head + tests.join(''));
}

/** Regrades a stored run, with Turntree and with a minimal program. The run is made before the first measurement. */
function floorRegrade(): Program {
  return {
    name: 'floor',
    prepare(load) {
      const history = path.join(load.workspace.root, 'floor.sqlite');
      if (!existsSync(history)) runOnce(floorRunner('floor'), load);
      return [floorProgram('floor-regrade.mjs'), load.suite, history];
    },
  };
}

function turntreeRegrade(): Program {
  return {
    name: 'turntree',
    prepare(load) {
      if (!existsSync(path.join(load.workspace.root, '.runner')))
        runOnce(
          turntreeTest(() => ['-n', 'instant', '--no-output']),
          load,
        );
      return [...cliProgram, 'regrade', 'latest'];
    },
  };
}

function runOnce(program: Program, load: Load): void {
  const { status } = spawnSync(process.execPath, program.prepare(load), { cwd: load.workspace.root, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${program.name} ended with ${status}`);
}
