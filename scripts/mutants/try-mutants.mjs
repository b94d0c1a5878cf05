import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const WORKERS = 2;
/**
 * Milliseconds after which a process that has written no line counts as hanging: every test and every mutant writes a
 * line to the report.
 */
const SILENT_MS = 900_000;
/**
 * Time limits of the rounds: fast tests run first, then slower tests run for the surviving mutants. The times are CPU
 * time of a test without a mutant, in milliseconds.
 */
const ROUNDS_MS = [30, 400, 10_000];

/**
 * The outcome of each mutant: `killed`, `survived`, `unreached` by any test, or `constant` if its code runs while a
 * module is loaded.
 */
export async function tryMutants({ root, files, ids, folder }) {
  const filesFile = path.join(folder, 'files.json');
  writeFileSync(filesFile, JSON.stringify(files));
  const outcomes = new Map(ids.map((id) => [id, 'unreached']));
  const broken = new Set();
  const onBroken = (test) => broken.add(test);
  let left = ids;
  for (const slowestMs of ROUNDS_MS) {
    if (left.length === 0) break;
    console.log(`Trying ${left.length} mutants with the tests that take at most ${slowestMs} ms …`);
    const shares = Array.from({ length: WORKERS }, (_, worker) => left.filter((_id, at) => at % WORKERS === worker));
    const tried = shares.map((share, worker) =>
      tryShareOfMutants({
        root,
        filesFile,
        slowestMs,
        share,
        onBroken,
        name: path.join(folder, `${slowestMs}-${worker}`),
      }),
    );
    for (const results of await Promise.all(tried)) for (const [id, outcome] of results) outcomes.set(id, outcome);
    left = ids.filter((id) => outcomes.get(id) === 'survived');
  }
  for (const test of broken) console.log(`Fails without any mutant: ${test}`);
  return outcomes;
}

/** Starts the process again until it finishes, because a mutant may end or hang it. */
async function tryShareOfMutants({ root, filesFile, slowestMs, share, onBroken, name }) {
  const outcomes = new Map();
  for (let round = 1, left = share; left.length > 0; round += 1) {
    const reportFile = `${name}-${round}.jsonl`;
    const jobFile = `${name}-${round}.json`;
    writeFileSync(jobFile, JSON.stringify({ ids: left, slowestMs, reportFile }));
    const env = { ...process.env, MUTANTS_FILES: filesFile, MUTANTS_JOB: jobFile, NO_COLOR: '1' };
    const { output, hangs } = await runTests({ root, env, reportFile, isThorough: slowestMs === ROUNDS_MS.at(-1) });
    const lines = readLines(reportFile);
    const over = lines.at(-1)?.over;
    // The last line of the report names the mutant that ended or hung the process.
    const fatal = lines.at(over === undefined ? -1 : -2)?.started;
    if (fatal === undefined && (hangs || over === undefined || over.unfinished.length > 0))
      throw new Error(`The tests did not come to their end: ${JSON.stringify(lines.slice(-3))}\n${output}`);
    for (const { broken } of lines) if (broken !== undefined) onBroken(broken);
    for (const id of lines.flatMap(({ atLoad = [] }) => atLoad)) if (!outcomes.has(id)) outcomes.set(id, 'constant');
    for (const id of lines.flatMap(({ reached = [] }) => reached))
      if (outcomes.get(id) !== 'killed') outcomes.set(id, 'survived');
    for (const { killed = fatal } of lines) if (killed !== undefined) outcomes.set(killed, 'killed');
    if (fatal === undefined) return outcomes;
    left = left.filter((id) => outcomes.get(id) !== 'killed');
  }
  return outcomes;
}

function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

async function runTests({ root, env, reportFile, isThorough }) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = path.join(import.meta.dirname, 'vitest.config.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, ...(isThorough ? [] : ['--tags-filter=!thorough'])],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The child process gets its own process group, because the process that hangs is a child of the child, and must
      // be killed too.
      detached: true,
    },
  );
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  const watch = setInterval(() => isSilent(reportFile) && end(), 5_000);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const signal = await new Promise((resolve) => child.on('close', (_code, by) => resolve(by)));
  clearInterval(watch);
  process.off('exit', end);
  return { output: Buffer.concat(chunks).toString().slice(-4_000), hangs: signal !== null };
}

function isSilent(file) {
  return existsSync(file) && Date.now() - statSync(file).mtimeMs > SILENT_MS;
}
