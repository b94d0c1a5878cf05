import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { patienceMs } from './patience.mjs';

const WORKERS = 2;
/** First the fast tests, then slower ones for what those let pass: milliseconds of CPU of a test without a mutant. */
const ROUNDS_MS = [30, 400, 10_000];

/** What became of each mutant: `killed`, `survived`, `unreached` by any test, or `constant`, where a module makes it as it is loaded. */
export async function tryMutants({ root, files, ids, folder }) {
  const filesFile = path.join(folder, 'files.json');
  writeFileSync(filesFile, JSON.stringify(files));
  const outcomes = new Map(ids.map((id) => [id, 'unreached']));
  let left = ids;
  for (const slowestMs of ROUNDS_MS) {
    console.log(`${left.length} mutants, by tests of at most ${slowestMs} ms …`);
    const shares = Array.from({ length: WORKERS }, (_, worker) => left.filter((_id, at) => at % WORKERS === worker));
    const tried = shares.map((share, worker) =>
      tryShare({ root, filesFile, slowestMs, share, name: path.join(folder, `${slowestMs}-${worker}`) }),
    );
    for (const results of await Promise.all(tried)) for (const [id, outcome] of results) outcomes.set(id, outcome);
    left = ids.filter((id) => outcomes.get(id) === 'survived');
  }
  return outcomes;
}

/** One process after the other, until one has come to its end: a mutant may end the process, or hang it. */
async function tryShare({ root, filesFile, slowestMs, share, name }) {
  const outcomes = new Map();
  for (let round = 1, left = share; left.length > 0; round += 1) {
    const reportFile = `${name}-${round}.jsonl`;
    const jobFile = `${name}-${round}.json`;
    writeFileSync(jobFile, JSON.stringify({ ids: left, slowestMs, reportFile }));
    const env = { ...process.env, MUTANTS_FILES: filesFile, MUTANTS_JOB: jobFile, NO_COLOR: '1' };
    const { output, hangs } = await runTests({ root, env, reportFile, silentMs: 2 * patienceMs(slowestMs) });
    const lines = readLines(reportFile);
    for (const { broken } of lines) if (broken !== undefined) console.log(`Fails without any mutant: ${broken}`);
    for (const id of lines.flatMap(({ atLoad = [] }) => atLoad)) if (!outcomes.has(id)) outcomes.set(id, 'constant');
    for (const id of lines.flatMap(({ reached = [] }) => reached))
      if (outcomes.get(id) !== 'killed') outcomes.set(id, 'survived');
    const ended = lines.flatMap(({ started }, at) =>
      started !== undefined && lines[at + 1] === undefined ? started : [],
    );
    if (lines.length === 0 || (hangs && ended.length === 0)) throw new Error(`The tests did not run:\n${output}`);
    for (const id of [...lines.flatMap(({ killed = [] }) => killed), ...ended]) outcomes.set(id, 'killed');
    if (ended.length === 0) return outcomes;
    left = left.filter((id) => outcomes.get(id) !== 'killed');
  }
  return outcomes;
}

function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

async function runTests({ root, env, reportFile, silentMs }) {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = path.join(import.meta.dirname, 'vitest.config.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--reporter', 'dot'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the process that hangs is a child of this one.
    detached: true,
  });
  const end = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', end);
  const watch = setInterval(() => isSilent(reportFile, silentMs) && end(), 5_000);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const signal = await new Promise((resolve) => child.on('close', (_code, by) => resolve(by)));
  clearInterval(watch);
  process.off('exit', end);
  return { output: Buffer.concat(chunks).toString().slice(-4_000), hangs: signal !== null };
}

/** Each test and each mutant that is tried is a line, so that only one that hangs leaves none for long. */
function isSilent(file, silentMs) {
  return existsSync(file) && Date.now() - statSync(file).mtimeMs > silentMs;
}
