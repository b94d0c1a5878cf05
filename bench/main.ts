import { parseArgs } from 'node:util';
import { ensureBuild, ensureCli, exitUnlessBuilt } from '../scripts/ensure-build.mjs';
import { authoring } from './authoring.ts';
import { causes } from './causes.ts';
import { comparing } from './comparing.ts';
import { experiments } from './experiments.ts';
import { firstText } from './first-text.ts';
import { hints } from './hints.ts';
import { hooks } from './hooks.ts';
import { importing } from './importing.ts';
import { joining } from './joining.ts';
import { judging } from './judging.ts';
import { keeping } from './keeping.ts';
import { largeHistory } from './large-history.ts';
import { live } from './live.ts';
import { loading } from './loading.ts';
import { models } from './models.ts';
import { opening } from './opening.ts';
import { memory, overhead } from './overhead.ts';
import { pages } from './pages.ts';
import { parallel } from './parallel.ts';
import { peers } from './peers/peers.ts';
import { protocols } from './protocols/protocols.ts';
import { queue } from './queue.ts';
import { regrade } from './regrade.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { standings } from './standings.ts';
import { startUp } from './start-up.ts';
import { trends } from './trends.ts';
import { trials } from './trials.ts';
import { truth } from './truth/truth.ts';
import { viewing } from './viewing.ts';
import { watching } from './watching.ts';
import { slidingWindow } from './window.ts';
import { yao } from './yao.ts';

const { values, positionals: wanted } = parseArgs({ options: { with: { type: 'string' } }, allowPositionals: true });
const peerFolder = values.with ?? process.env.TURNTREE_PEERS;

const benches = {
  overhead,
  memory,
  parallel,
  models,
  startUp,
  loading,
  live,
  firstText,
  watching,
  joining,
  viewing,
  opening,
  pages,
  largeHistory,
  report,
  reports,
  hooks,
  yao,
  experiments,
  slidingWindow,
  trends,
  authoring,
  judging,
  hints,
  keeping,
  importing,
  protocols,
  search,
  regrade,
  comparing,
  truth,
  causes,
  standings,
  trials,
  queue,
  peers: () => peers(peerFolder),
};

// `npm run bench` runs all; `npm run bench -- overhead live` some; `peers --with <folder>` those installed there, too.
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
