import { parseArgs } from 'node:util';
import { ensureBuild, ensureCli, exitUnlessBuilt } from '../scripts/ensure-build.mjs';
import { benchCauses } from './bench-causes.ts';
import { benchHooks } from './bench-hooks.ts';
import { benchImport } from './bench-import.ts';
import { benchJoin } from './bench-join.ts';
import { benchLargeHistory } from './bench-large-history.ts';
import { benchLoad } from './bench-load.ts';
import { benchMemory, benchOverhead } from './bench-overhead.ts';
import { benchPageViews } from './bench-page-views.ts';
import { benchParallel } from './bench-parallel.ts';
import { benchQueue } from './bench-queue.ts';
import { benchReports } from './bench-reports.ts';
import { benchSave } from './bench-save.ts';
import { benchStandings } from './bench-standings.ts';
import { benchStartUp } from './bench-start-up.ts';
import { benchTrends } from './bench-trends.ts';
import { benchTrials } from './bench-trials.ts';
import { benchUsers } from './bench-users.ts';
import { benchWidePages } from './bench-wide-pages.ts';
import { benchPeers } from './peers/bench-peers.ts';
import { benchProtocols } from './protocols/bench-protocols.ts';
import { checkRecordedUsers } from './truth/check-recorded-users.ts';
import { checkStatistics } from './truth/check-statistics.ts';

const options = { with: { type: 'string' }, only: { type: 'string' } } as const;
const { values, positionals: wanted } = parseArgs({ options, allowPositionals: true });
const peerFolder = values.with ?? process.env.TURNTREE_PEERS;

const benches = {
  overhead: benchOverhead,
  memory: benchMemory,
  parallel: benchParallel,
  startUp: benchStartUp,
  loading: benchLoad,
  joining: benchJoin,
  viewing: benchPageViews,
  largeHistory: benchLargeHistory,
  widePages: benchWidePages,
  reports: benchReports,
  hooks: benchHooks,
  trends: benchTrends,
  keeping: benchSave,
  importing: benchImport,
  protocols: benchProtocols,
  truth: checkStatistics,
  causes: benchCauses,
  standings: benchStandings,
  trials: benchTrials,
  users: benchUsers,
  recordedUsers: () => checkRecordedUsers(values.with),
  queue: benchQueue,
  peers: () => benchPeers({ folder: peerFolder, only: values.only }),
};

// `npm run bench` runs all benchmarks, `npm run bench -- overhead trends` only these; `peers --with <folder>` includes
// the peers installed in that folder, `peers --only regrade` runs the comparisons with this word in their names, and
// `recordedUsers --with <folder>` reads the conversations in it. Building the dashboard takes a minute, and only the
// following benchmarks open it.
const withDashboard = ['joining', 'viewing', 'largeHistory', 'widePages', 'trends'];
const needsDashboard = wanted.length === 0 || wanted.some((name) => withDashboard.includes(name));
exitUnlessBuilt(await (needsDashboard ? ensureBuild() : ensureCli()));
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
