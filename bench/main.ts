import { parseArgs } from 'node:util';
import { ensureBuild, ensureCli, exitUnlessBuilt } from '../scripts/ensure-build.mjs';
import { causes } from './causes.ts';
import { hooks } from './hooks.ts';
import { importing } from './importing.ts';
import { joining } from './joining.ts';
import { keeping } from './keeping.ts';
import { largeHistory } from './large-history.ts';
import { loading } from './loading.ts';
import { memory, overhead } from './overhead.ts';
import { parallel } from './parallel.ts';
import { peers } from './peers/peers.ts';
import { protocols } from './protocols/protocols.ts';
import { queue } from './queue.ts';
import { reports } from './reports.ts';
import { standings } from './standings.ts';
import { startUp } from './start-up.ts';
import { trends } from './trends.ts';
import { trials } from './trials.ts';
import { truth } from './truth/truth.ts';
import { viewing } from './viewing.ts';

const { values, positionals: wanted } = parseArgs({ options: { with: { type: 'string' } }, allowPositionals: true });
const peerFolder = values.with ?? process.env.TURNTREE_PEERS;

const benches = {
  overhead,
  memory,
  parallel,
  startUp,
  loading,
  joining,
  viewing,
  largeHistory,
  reports,
  hooks,
  trends,
  keeping,
  importing,
  protocols,
  truth,
  causes,
  standings,
  trials,
  queue,
  peers: () => peers(peerFolder),
};

// `npm run bench` runs all; `npm run bench -- overhead trends` some; `peers --with <folder>` those installed there, too.
// The dashboard takes a minute to build, and these have no use for it.
const withoutDashboard = [
  'peers',
  'reports',
  'loading',
  'importing',
  'protocols',
  'queue',
  'causes',
  'standings',
  'trials',
  'truth',
];
const needsDashboard = wanted.length === 0 || wanted.some((name) => !withoutDashboard.includes(name));
exitUnlessBuilt(await (needsDashboard ? ensureBuild() : ensureCli()));
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
