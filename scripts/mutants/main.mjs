import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tryMutants } from './try-mutants.mjs';

/*
 * npm run mutants -- [--sample <mutants of each room>] [--all] [--seed <text>] [--room <name>]…
 *
 * Measures how many changes to conditions, boundaries and returns the tests detect. Stryker's instrumenter creates the
 * mutants, each behind a switch. The tests run in one process that turns the mutants on one by one, so that for each
 * mutant only the tests that reach it are run. Mutants that no test can detect are listed in equivalent.json, each
 * with its reason.
 */
const LEAST = 0.8;
const root = path.join(import.meta.dirname, '..', '..');
const { values: flags } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    room: { type: 'string', multiple: true, default: ['verdict', 'fold', 'assertions', 'reporters'] },
  },
});

install();
const { mutateRooms } = await import('./mutate.mjs');
const { files, mutants } = await mutateRooms(root, flags.room);
const equivalent = JSON.parse(readFileSync(path.join(import.meta.dirname, 'equivalent.json'), 'utf8'));
refuseStaleEquivalents();
const chosen = flags.room.flatMap((room) => sampleMutants(mutants.filter((mutant) => mutant.room === room)));
const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-mutants-'));
try {
  const outcomes = await tryMutants({ root, files, ids: chosen.map(({ id }) => id), folder });
  for (const mutant of chosen) mutant.outcome = outcomes.get(mutant.id);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printSurvivors();
printTable();

function install() {
  if (existsSync(path.join(import.meta.dirname, 'node_modules'))) return;
  console.log('Installing the mutation tester in scripts/mutants (npm ci) …');
  const { status } = spawnSync('npm', ['ci'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed in scripts/mutants: it needs a registry, or a cache that holds its packages.');
    process.exit(1);
  }
}

/**
 * Mutants are sampled by what they change and not by their position, so that an edit elsewhere does not change the
 * sample.
 */
function sampleMutants(all) {
  const rest = all.filter((mutant) => !isEquivalent(mutant));
  if (flags.all) return rest;
  const ranked = rest.map((mutant) => ({
    mutant,
    rank: createHash('sha256').update(`${flags.seed} ${mutant.key}`).digest('hex'),
  }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Number(flags.sample)).map(({ mutant }) => mutant);
}

function isEquivalent({ file, change }) {
  return equivalent.some((entry) => entry.file === file && entry.change === change);
}

function refuseStaleEquivalents() {
  const stale = equivalent.filter(
    (entry) =>
      flags.room.includes(entry.file.split('/')[1]) &&
      !mutants.some(({ file, change }) => entry.file === file && entry.change === change),
  );
  if (stale.length === 0) return;
  console.error('equivalent.json names changes that no longer exist:');
  for (const { file, change } of stale) console.error(`  ${file}: ${change}`);
  process.exit(1);
}

function printSurvivors() {
  const survivors = chosen.filter(({ outcome }) => outcome === 'survived' || outcome === 'unreached');
  if (survivors.length > 0) console.log('\nSurvivors, and what no test reaches:');
  for (const { file, line, change, outcome } of survivors)
    console.log(`  ${outcome.padEnd(9)} ${file}:${line}  ${change}`);
}

function printTable() {
  console.log(`\n${'room'.padEnd(12)}   all  constant  tried  killed  survived  unreached  score`);
  for (const room of flags.room) {
    const own = chosen.filter((mutant) => mutant.room === room);
    const count = (outcome) => own.filter((mutant) => mutant.outcome === outcome).length;
    const tried = own.length - count('constant');
    const [all, share] = [mutants.filter((mutant) => mutant.room === room).length, count('killed') / tried];
    const cells = [
      [all, 6],
      [count('constant'), 10],
      [tried, 7],
      [count('killed'), 8],
      [count('survived'), 10],
      [count('unreached'), 11],
    ];
    console.log(
      `${room.padEnd(12)}${cells.map(([value, width]) => String(value).padStart(width)).join('')}${`${(100 * share).toFixed(1)}%`.padStart(7)}`,
    );
    if (!(share >= LEAST)) process.exitCode = 1;
  }
  const seconds = Math.round(performance.now() / 1_000);
  console.log(
    `\nSeed "${flags.seed}", ${chosen.length} mutants in ${seconds} s; ${equivalent.length} equivalent ones left out.`,
  );
  if (process.exitCode === 1) console.log(`A room is below ${100 * LEAST}%.`);
}
