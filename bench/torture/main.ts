import { parseArgs } from 'node:util';
import { ensureBuild, ensureCli, exitUnlessBuilt } from '../../scripts/ensure-build.mjs';
import { tortureDashboard } from './dashboard.ts';
import { keepBusy } from './load.ts';
import { tortureQueue } from './queue.ts';
import { tortureRunner, tortureWorker } from './runner.ts';
import { type Kill, printTable, type Row } from './table.ts';
import { tortureWorkspace } from './workspace.ts';

// `npm run torture -- --kills 300` kills the processes of runs at random moments, on an idle and on a busy machine, and
// checks the history afterwards. `npm run torture -- --kills 10 --target runner` kills only runners.
const targets = { runner: tortureRunner, worker: tortureWorker, dashboard: tortureDashboard };

// `npm run torture -- --target queue --cases 10000 --every 4000 --on postgres` repeatedly kills the workers of a queue
// during one run, and the run's own process once.
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { kills: text, target: text, cases: text, every: text, on: text } });
if (values.target === 'queue') {
  exitUnlessBuilt(await ensureCli());
  const on = values.on === 'postgres' ? 'postgres' : 'redis';
  const findings = await tortureQueue({
    on,
    cases: Number(values.cases ?? 1_000),
    everyMs: Number(values.every ?? 4_000),
  });
  process.exit(findings.length === 0 ? 0 : 1);
}
const kills = Number(values.kills ?? 60);
const wanted = Object.entries(targets).filter(([name]) => name === (values.target ?? name));
if (!Number.isInteger(kills) || kills < 1 || wanted.length === 0) {
  console.error(`npm run torture -- --kills <number> [--target ${Object.keys(targets).join('|')}]`);
  process.exit(1);
}
exitUnlessBuilt(await ensureCli());
if (wanted.some(([name]) => name === 'dashboard')) exitUnlessBuilt(await ensureBuild());

const rows: Row[] = [];
const rounds = wanted.flatMap(([target, torture]) =>
  (['calm', 'busy'] as const).map((load) => ({ target, load, torture })),
);
for (const [index, { target, load, torture }] of rounds.entries()) {
  const share = Math.floor(kills / rounds.length) + (index < kills % rounds.length ? 1 : 0);
  const stopLoad = load === 'busy' ? keepBusy() : async () => undefined;
  const workspace = tortureWorkspace();
  const done: Kill[] = [];
  try {
    while (done.length < share) done.push(await torture(workspace));
  } finally {
    await stopLoad();
  }
  rows.push({ target, load, kills: done });
  const findings = done.flatMap((kill) => kill.findings);
  for (const { what, how } of findings) console.error(`${target}, ${load}: ${what}: ${how}`);
  if (findings.length === 0) workspace.remove();
  else console.error(`kept: ${workspace.root}`);
}
printTable(rows);
if (rows.some(({ kills: done }) => done.some(({ findings }) => findings.length > 0))) process.exitCode = 1;
