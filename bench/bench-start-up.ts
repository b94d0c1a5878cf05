import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type BenchWorkspace,
  benchWorkspace,
  cliProgram,
  type Measurement,
  measure,
  printMeasurement,
} from './measure.ts';

const TRIES = 9;

/** Measures starting commands, against the smallest possible Node program and a test of Node's own runner. */
export async function benchStartUp(): Promise<void> {
  const workspace = benchWorkspace();
  try {
    const all = await interleaved(workspace.root, commandsIn(workspace));
    const bare = all.get('node -e 0');
    for (const [name, least] of all) {
      const ratio = least.wallMs / (bare?.wallMs ?? Number.NaN);
      printMeasurement(name, { wallMs: least.wallMs, treeCpuMs: least.treeCpuMs, ratio });
    }
  } finally {
    workspace.remove();
  }
}

function commandsIn(workspace: BenchWorkspace): ReadonlyMap<string, readonly string[]> {
  const suite = workspace.suite('one', 1);
  const test = path.join(workspace.root, 'one.test.mjs');
  writeFileSync(test, "import { it } from 'node:test';\nit('passes', () => {});\n");
  return new Map([
    ['node -e 0', ['-e', '0']],
    ['node --test', ['--test', test]],
    ['turntree --help', [...cliProgram, '--help']],
    ['turntree test, one case', [...cliProgram, 'test', suite, '-n', 'instant', '--no-output']],
    ['turntree list', [...cliProgram, 'list']],
    ['turntree lint', [...cliProgram, 'lint']],
  ]);
}

/**
 * Runs each command several times and returns its fastest time. The commands are run in turn, so that a busy minute of
 * the machine affects all of them.
 */
async function interleaved(
  cwd: string,
  commands: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Measurement>> {
  const fastest = new Map<string, Measurement>();
  for (let index = 0; index < TRIES; index += 1) {
    for (const [name, args] of commands) {
      const next = await measure(args, cwd);
      const least = fastest.get(name);
      if (least === undefined || next.wallMs < least.wallMs) fastest.set(name, next);
    }
  }
  return fastest;
}
