import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const projectRoot = path.join(import.meta.dirname, '..');
export const cliEntry = path.join(projectRoot, 'bin', 'turntree.cjs');
/** The arguments for Node that start the CLI, including the flags in the first line of bin/turntree.cjs. */
export const cliProgram = ['--min-semi-space-size=4', '--max-semi-space-size=8', cliEntry] as const;

export type Measurement = {
  wallMs: number;
  cpuMs: number;
  /** The CPU time of the program and its child processes; available on Linux only. */
  treeCpuMs: number;
  peakMb: number;
  code: number | null;
};

const peak = path.join(import.meta.dirname, 'print-usage.mjs');

/** Runs a program to its end and measures it. Peak memory is that of the process with all its threads. */
export async function measure(args: readonly string[], cwd: string): Promise<Measurement> {
  const started = performance.now();
  const before = childrenCpuMs();
  const child = spawn(process.execPath, ['--import', peak, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  let usage = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    usage += chunk.toString();
  });
  const [code] = await once(child, 'close');
  const wallMs = performance.now() - started;
  const { maxRSS, cpu } = usage === '' ? { maxRSS: 0, cpu: 0 } : JSON.parse(usage.split('\n')[0] ?? '{}');
  const treeCpuMs = childrenCpuMs() - before;
  return { wallMs, cpuMs: cpu / 1000, treeCpuMs, peakMb: maxRSS / 1024, code };
}

/** The CPU time of all finished child processes, including their own children. */
function childrenCpuMs(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}

/** Returns the fastest of several tries, because other load only makes a program slower. */
export async function fastestOf(tries: number, once: () => Promise<Measurement>): Promise<Measurement> {
  const all: Measurement[] = [];
  for (let index = 0; index < tries; index += 1) all.push(await once());
  return all.reduce((least, next) => (next.wallMs < least.wallMs ? next : least));
}

/** Prints a measurement as one line of JSON. */
export function printMeasurement(name: string, values: Record<string, number | string>): void {
  const rounded = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ]);
  process.stdout.write(`${JSON.stringify({ bench: name, ...Object.fromEntries(rounded) })}\n`);
}

export type BenchWorkspace = {
  root: string;
  /** Writes a file and returns its path. */
  write(file: string, text: string): string;
  suite(name: string, count: number, more?: object): string;
  /** Creates a symbolic link to a folder, unless it already exists. */
  link(name: string, target: string): void;
  remove(): void;
};

/** A workspace with an agent that answers immediately, and one that takes 100 ms. */
export function benchWorkspace(): BenchWorkspace {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-bench-'));
  const writeWorkspaceFile = (file: string, text: string): string => {
    const filePath = path.join(folder, file);
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, text);
    return filePath;
  };
  writeWorkspaceFile(
    'runner.config.json',
    JSON.stringify({
      agents: {
        instant: { type: 'module', path: 'instant.ts' },
        slow: { type: 'module', path: 'slow.ts' },
        looker: { type: 'module', path: 'looker.ts' },
        user: { type: 'scripted', rules: [{ answer: { message: 'go on', goal_achieved: false } }] },
      },
    }),
  );
  writeWorkspaceFile('instant.ts', "export default (request: { input: string }) => 'echo: ' + request.input;\n");
  writeWorkspaceFile(
    'slow.ts',
    'export default async (request: { input: string }) => { await new Promise((done) => setTimeout(done, 100)); return request.input; };\n',
  );
  writeWorkspaceFile(
    'looker.ts',
    `export default ({ turn }: { turn: number }) => {
  const rows = Array.from({ length: 2_000 }, (_, row) => ({ id: \`row \${turn}-\${row}\`, text: 'x'.repeat(70) }));
  return { content: 'Looked it up.', tool_calls: [{ tool: 'look', arguments: { turn }, result: rows }] };
};
`,
  );
  return {
    root: folder,
    write: writeWorkspaceFile,
    suite(name, count, more = { assert: { type: 'contains', value: 'hello' } }) {
      const lines = Array.from({ length: count }, (_, index) =>
        JSON.stringify({ id: `case-${index}`, input: `hello ${index}`, ...more }),
      );
      return writeWorkspaceFile(`${name}.jsonl`, `${lines.join('\n')}\n`);
    },
    link(name, target) {
      if (!existsSync(path.join(folder, name))) symlinkSync(target, path.join(folder, name), 'dir');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
