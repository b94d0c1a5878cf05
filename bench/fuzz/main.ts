import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { targets } from './targets/index.ts';
import { buildInput, type Finding } from './try-input.ts';

/** Time limit for one input, generous enough for a busy machine. */
const BUDGET_MS = 20_000;
const WORKERS = 2;
const corpus = path.join(import.meta.dirname, 'corpus');

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const minutes = z.coerce.number().positive().parse(values.minutes);
const seed = z.coerce
  .number()
  .int()
  .nonnegative()
  .parse(values.seed ?? Math.floor(Math.random() * 1e9));
const endsAt = Date.now() + minutes * 60_000;

const findings: Finding[] = [];
const seen = new Set<string>();
const counts = targets.map(() => 0);

console.log(`seed ${seed}, for ${minutes} min`);
await Promise.all(Array.from({ length: WORKERS }, (_, position) => runLane(seed + position)));
printTable();
process.exit(findings.length === 0 ? 0 : 1);

/**
 * Runs a fuzz worker until the time is up. A worker that hangs is killed, and the next worker continues after the input
 * that hung.
 */
async function runLane(first: number): Promise<void> {
  for (let next: number | undefined = first; next !== undefined; ) next = await runWorker(next);
}

function runWorker(first: number): Promise<number | undefined> {
  const places = new SharedArrayBuffer(4 * (3 + targets.length));
  const watched = new Int32Array(places);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { first, step: WORKERS, places } });
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let last = { done: -1, since: Date.now() };
  const finishLane = (next: number | undefined): void => {
    clearInterval(watch);
    for (const index of targets.keys()) counts[index] = (counts[index] ?? 0) + (watched[3 + index] ?? 0);
    void worker.terminate().then(() => resolve(next));
  };
  const watch = setInterval(() => {
    const done = watched[2] ?? 0;
    if (done !== last.done) last = { done, since: Date.now() };
    if (Date.now() > endsAt) return finishLane(undefined);
    if (Date.now() - last.since < BUDGET_MS) return;
    const [index = 0, at = first] = watched;
    void saveFinding({ target: targets[index]?.name ?? '', seed: at, why: `it hangs: nothing for ${BUDGET_MS} ms` });
    finishLane(at + WORKERS);
  }, 200);
  worker.on('message', (found: Omit<Finding, 'input'>) => void saveFinding(found));
  worker.on('error', (error) => {
    const [index = 0, at = first] = watched;
    void saveFinding({ target: targets[index]?.name ?? '', seed: at, why: `the thread ends: ${String(error)}` });
    finishLane(at + WORKERS);
  });
  return promise;
}

/** Saves a finding, but only the first one for each reason. */
async function saveFinding(found: Omit<Finding, 'input'>): Promise<void> {
  const reason = `${found.target}: ${found.why
    .replaceAll(/\d+|"[^"]*"/g, '#')
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .slice(0, 200)}`;
  if (seen.has(reason)) return;
  seen.add(reason);
  const target = targets.find(({ name }) => name === found.target);
  const input = target === undefined ? '' : await buildInput(target, found.seed);
  const finding = { ...found, input };
  findings.push(finding);
  mkdirSync(corpus, { recursive: true });
  const file = path.join(corpus, `${found.target.replaceAll(/\W+/g, '-').toLowerCase()}-${found.seed}.json`);
  writeFileSync(file, `${JSON.stringify(finding, undefined, 2)}\n`);
  console.log(
    `\n${found.target}, seed ${found.seed}: ${found.why}\n  ${JSON.stringify(input).slice(0, 400)}\n  kept in ${path.relative('', file)}`,
  );
}

function printTable(): void {
  const rows = targets.map(({ name }, index) => [
    name,
    String(counts[index] ?? 0),
    String(findings.filter((found) => found.target === name).length),
  ]);
  const all = counts.reduce((sum, count) => sum + count, 0);
  for (const [name = '', tried = '', found = ''] of [
    ['target', 'inputs', 'findings'],
    ...rows,
    ['all', String(all), String(findings.length)],
  ]) {
    console.log(`${name.padEnd(32)}${tried.padStart(10)}${found.padStart(10)}`);
  }
}
