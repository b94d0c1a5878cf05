import { readdirSync } from 'node:fs';

const systemExtensions = ['yao', 'oxy', 'mastra'];
const verbExtensions = ['import', 'otlp', 'queue'];
const CLI_EXTENSIONS = 'registered/cli-extensions.ts';

/**
 * The source folders ("rooms") that each room may import, one line per room. `npm run import-rules` writes the table
 * to `scripts/import-rules.biome.json`, which `biome.json` extends. Run it after each change; a test fails if you
 * forget. A room may always import itself. Rooms of `runner` are named without prefix.
 *
 * `rooms` rooms of `runner` and `lib` that the room may import
 * `packages` when given, the only packages that the room may import; otherwise any
 * `node` true where `node:*` may be imported
 */
export const importRules = [
  // The basic types, and the code that depends only on them.
  { from: 'runner/values', rooms: [], packages: ['fastest-levenshtein', 'zod'] },
  { from: 'runner/contract', rooms: ['values'], packages: ['zod'] },
  { from: 'runner/format', rooms: ['values'], packages: [] },
  { from: 'runner/fold', rooms: ['values', 'contract'], packages: [] },
  { from: 'runner/verdict', rooms: ['values', 'contract', 'fold'], packages: [] },
  // The core, without side effects. The code that starts a run passes the kinds of case and the meaning of end reasons
  // to the engine.
  { from: 'runner/ports', rooms: ['values', 'contract'], packages: [] },
  { from: 'runner/assertions', rooms: ['values', 'contract', 'fold', 'ports'] },
  { from: 'runner/built-in-judge', rooms: ['values', 'contract', 'fold', 'assertions'], packages: [] },
  { from: 'runner/mocks', rooms: ['values', 'contract', 'ports', 'assertions'], packages: [] },
  { from: 'runner/injection', rooms: ['values', 'contract', 'assertions'], packages: [] },
  { from: 'runner/simulated-user', rooms: ['values', 'contract', 'assertions'], packages: ['zod'] },
  { from: 'runner/traces', rooms: ['values', 'contract', 'ports'], packages: ['@bufbuild/protobuf/wire', 'zod'] },
  {
    from: 'runner/kinds',
    rooms: [
      'values',
      'contract',
      'fold',
      'ports',
      'assertions',
      'built-in-judge',
      'mocks',
      'injection',
      'simulated-user',
    ],
  },
  { from: 'runner/engine', rooms: ['values', 'contract', 'fold', 'ports'] },
  // Experiments on conversations. Each decides which conversations to run and what their results mean, but runs nothing
  // itself.
  {
    from: 'runner/experiments/attack',
    rooms: ['values', 'contract', 'verdict', 'assertions', 'injection'],
    packages: [],
  },
  {
    from: 'runner/authoring',
    rooms: ['values', 'contract', 'fold', 'assertions', 'injection', 'simulated-user', 'kinds', 'inputs'],
  },
  // Experiments that start several runs: their statistics and texts, without side effects.
  {
    from: 'runner/experiments/bisect',
    rooms: ['values', 'contract', 'fold', 'verdict', 'assertions'],
    packages: [],
  },
  {
    from: 'runner/experiments/infer',
    rooms: ['values', 'verdict', 'assertions'],
    packages: [],
  },
  // The source folders ("rooms") that connect the core to files, processes, models and other services.
  { from: 'runner/host', rooms: ['values', 'ports'], node: true },
  { from: 'runner/yaml', rooms: ['values', 'contract'], packages: ['yaml', 'zod'] },
  {
    from: 'runner/inputs',
    rooms: [
      'values',
      'contract',
      'fold',
      'verdict',
      'ports',
      'assertions',
      'mocks',
      'injection',
      'simulated-user',
      'yaml',
      'host',
    ],
    node: true,
  },
  {
    from: 'runner/models',
    rooms: ['values', 'contract', 'fold', 'verdict', 'ports', 'assertions', 'yaml', 'host'],
    node: true,
  },
  {
    from: 'runner/scripts',
    rooms: ['values', 'contract', 'fold', 'verdict', 'ports', 'assertions', 'host'],
    node: true,
  },
  {
    from: 'runner/scorers',
    rooms: ['values', 'contract', 'fold', 'verdict', 'ports', 'assertions', 'scripts'],
    node: true,
  },
  {
    from: 'runner/agents',
    rooms: [
      'values',
      'contract',
      'fold',
      'verdict',
      'ports',
      'assertions',
      'built-in-judge',
      'simulated-user',
      'yaml',
      'traces',
      'models',
      'scripts',
      'host',
    ],
    node: true,
  },
  // Support for other systems, each behind its own index. They may use the core, but not each other.
  ...['extensions', ...systemExtensions.map((room) => `extensions/${room}`)].map((room) => ({
    from: `runner/${room}`,
    rooms: [
      ...(room === 'extensions' ? ['registered'] : []),
      ...['values', 'contract', 'fold', 'verdict', 'ports', 'assertions'],
      ...['authoring', 'yaml', 'inputs', 'models', 'scripts', 'agents', 'host'],
    ],
    node: true,
  })),
  // The lists of extensions; the `core-alone` test leaves out the extensions in them. The list of verbs may be imported
  // only by the rooms whose rules name it.
  {
    from: 'runner/extensions/registered',
    rooms: ['yao', 'oxy', 'mastra', 'import', 'otlp', 'queue'],
    node: true,
  },
  // Verbs (commands) that the application does not depend on: import from other tools, export to them, and runs over
  // many machines.
  ...[...verbExtensions, 'import/conversations', 'queue/workers'].map((room) => ({
    from: `runner/extensions/${room}`,
    rooms: [
      '*',
      ...['cli', 'api', 'vitest', 'mcp', ...systemExtensions, ...verbExtensions].map((other) => `!${other}`),
    ],
    node: true,
  })),
  ...['import/readers', 'otlp/spans'].map((room) => ({
    from: `runner/extensions/${room}`,
    rooms: ['values', 'contract', 'fold', 'verdict', 'ports', 'simulated-user', 'yaml', 'inputs', 'traces', 'agents'],
    node: true,
  })),
  // The messages between runs and workers. The packages of a queue are loaded when that queue is opened.
  {
    from: 'runner/extensions/queue/exchange',
    rooms: ['values', 'contract', 'ports'],
    packages: ['bullmq', 'ioredis', 'node:crypto', 'node:net', 'node:timers/promises', 'pg', 'zod'],
    node: true,
  },
  {
    from: 'runner/reporters',
    rooms: ['values', 'contract', 'fold', 'verdict', 'ports', 'kinds', 'attack', 'bisect', 'infer', 'format', 'host'],
    node: true,
  },
  // The GitHub Action is a separate program, which starts the command line.
  { from: 'runner/github-action', rooms: ['values', 'contract', 'fold', 'verdict', 'reporters', 'host'], node: true },
  // Storage and editing: the history of runs, and the workspace.
  {
    from: 'runner/history',
    rooms: ['values', 'contract', 'fold', 'verdict', 'authoring', 'format', 'host', 'drizzle'],
    node: true,
    layers: [
      ['db', 'live'],
      ['log', 'runs'],
      ['order', 'search'],
      ['reviews'],
      ['read'],
      ['write', 'unreadable', 'trends', 'failures', 'shards'],
      ['maintenance'],
    ],
  },
  {
    from: 'runner/workspace',
    rooms: [
      ...['values', 'contract', 'fold', 'ports', 'authoring', 'inputs', 'kinds', 'agents', 'scripts', 'host'],
      ...['extensions', 'registered'],
    ],
    node: true,
  },
  // The application and its entry points.
  {
    from: 'runner/run',
    rooms: [
      '*',
      ...['cli', 'api', 'vitest', 'mcp', ...systemExtensions, ...verbExtensions].map((other) => `!${other}`),
    ],
    node: true,
  },
  // The command line starts the MCP server for coding agents.
  { from: 'runner/cli', rooms: ['values', 'contract', 'fold', 'verdict', 'run', 'mcp', CLI_EXTENSIONS], node: true },
  { from: 'runner/mcp', rooms: ['values', 'contract', 'fold', 'verdict', 'run', CLI_EXTENSIONS], node: true },
  { from: 'runner/api', rooms: ['values', 'contract', 'fold', 'verdict', 'run', 'workspace'], node: true },
  // The plug-in of Vitest is a program that uses the API.
  { from: 'runner/vitest', rooms: ['values', 'contract', 'fold', 'run', 'api'], node: true },
  // The folders of the dashboard.
  {
    from: 'lib',
    rooms: [
      ...['values', 'contract', 'fold', 'verdict', 'authoring', 'lib'],
      ...['runner/history', 'runner/workspace', 'runner/host', 'runner/format'],
      ...['runner/run/flags', 'runner/run/bisection'],
    ],
    node: true,
  },
  {
    from: 'components',
    rooms: [
      ...['values', 'contract', 'fold', 'verdict', 'authoring', 'lib/queries', 'lib/view', 'components'],
      'runner/format',
    ],
  },
  // The HTML report may use the following rooms for data only: the reporter writes the data, and the report's script
  // imports the types.
  {
    from: 'components/report',
    rooms: [
      ...['values', 'contract', 'fold', 'verdict', 'lib/view', 'components'],
      ...['runner/format', 'runner/reporters/html/page-data'],
    ],
  },
  {
    from: 'app',
    rooms: [
      ...['values', 'contract', 'fold', 'verdict', 'components', 'lib', 'app'],
      ...['runner/history', 'runner/workspace', 'runner/host', 'runner/format'],
    ],
    node: true,
  },
];

/** The source folders ("rooms") that may be imported only through their `index.ts`. */
const withDoor = [
  'values',
  'contract',
  'fold',
  'verdict',
  'ports',
  'traces',
  'simulated-user',
  'authoring',
  ...systemExtensions,
  ...verbExtensions,
  'exchange',
  'history',
  'bisect',
  'infer',
];
/**
 * Exceptions: `turntree --help` and the processes of user code must not load the schemas behind the index, and the
 * declarations of the package must not lead to packages that it does not ship.
 */
const besideDoor = {
  'runner/api': ['!**/run/published/index.ts'],
  'runner/vitest': ['!**/run/published/index.ts'],
  'runner/cli': ['!**/verdict/exit-codes.ts', '!**/fold/run-evaluator.ts'],
  'runner/extensions/registered': ['!**/{yao,oxy}/files.ts'],
  'runner/reporters': ['!**/verdict/status-words.ts'],
  'runner/scripts': ['!**/fold/message-text.ts', '!**/fold/to-plain-part.ts'],
};
/** This room (a source folder) has a name that folders in other rooms also have, so its files are listed one by one. */
const sharedName = 'mcp';
const runnerRooms = [...new Set(importRules.flatMap(({ from }) => roomsOf(from)))];

/**
 * Returns the import rules in Biome's format, in the order of the table. If several rules match a file, the last one
 * applies.
 */
export function importOverrides() {
  return importRules.flatMap((rule) => {
    const { from, rooms } = rule;
    const may = `${from} may import ${rooms.length === 0 ? 'no other room' : rooms.join(', ')}: scripts/import-rules.mjs.`;
    return [biomeOverride(from, patternsOf(rule), may), ...layerOverrides(rule)];
  });
}

function biomeOverride(from, group, message) {
  return {
    includes: [`${from}/**`, '!**/testing/**', '!**/*.test.ts', '!**/*.test.tsx'],
    linter: {
      rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } } },
    },
  };
}

function layerOverrides({ layers = [], ...rule }) {
  return layers.flatMap((layer, height) =>
    layer.map((room) => {
      const closed = layers
        .slice(height)
        .flat()
        .filter((other) => other !== room);
      const lower = layers.slice(0, height).flat();
      const message = `${rule.from}/${room} may import ${lower.join(', ') || 'no other room'} of ${rule.from}: scripts/import-rules.mjs.`;
      return biomeOverride(
        `${rule.from}/${room}`,
        [...patternsOf(rule), ...patternsInsideFolders(closed), '../index.ts'],
        message,
      );
    }),
  );
}

function patternsOf({ from, rooms, packages, node = false }) {
  return [...packagePatterns(packages), ...(node ? [] : ['node:*']), ...roomPatterns(from, rooms)];
}

function roomsOf(from) {
  return from.startsWith('runner/') ? [from.slice(from.lastIndexOf('/') + 1)] : [];
}

function packagePatterns(packages) {
  return packages === undefined ? [] : ['**', '!./**', '!../**', ...packages.map((name) => `!${name}`)];
}

function roomPatterns(from, rooms) {
  if (!from.startsWith('runner/')) return webPatterns(from, rooms);
  const own = roomsOf(from);
  const allowed = (room) =>
    rooms.includes(room) || own.includes(room) || (rooms.includes('*') && !rooms.includes(`!${room}`));
  const doors = withDoor.filter((room) => allowed(room) && !own.includes(room));
  // The command line and the MCP tools load the code of verbs lazily, verb by verb.
  const opensRun = !['runner/api', 'runner/vitest', 'runner/run'].includes(from) && allowed('run');
  if (rooms.includes('run') && !opensRun) doors.push('run');
  const closed = runnerRooms.filter((room) => !allowed(room));
  return [
    ...patternsInsideFolders([
      ...closed.filter((room) => room !== sharedName),
      ...doors,
      ...webFolders(rooms),
      'testing',
    ]),
    ...(closed.includes(sharedName) ? filesOfShared() : []),
    ...combinePatterns(doors, (names) => `!**/${names}/index.ts`),
    ...(besideDoor[rooms.includes('*') ? 'runner/cli' : from] ?? []),
    // Folders inside `run` may have the same names as forbidden rooms, so they are allowed again here. `history/db` is
    // allowed too, because a database may be opened without a history.
    ...(opensRun ? ['!**/run/**'] : []),
    rooms.includes(CLI_EXTENSIONS) ? `!**/${CLI_EXTENSIONS}` : `**/${CLI_EXTENSIONS}`,
    ...(doors.includes('history') ? ['!**/history/db/**'] : []),
    '**/lib/**',
  ];
}

function webFolders(rooms) {
  return ['app', 'components', 'drizzle'].filter((folder) => !rooms.includes(folder));
}

/** Combines many names into one pattern, because Biome compares every import with each pattern. */
function combinePatterns(names, pattern) {
  if (names.length === 0) return [];
  return [pattern(names.length === 1 ? names[0] : `{${names.join(',')}}`)];
}

function patternsInsideFolders(folders) {
  return combinePatterns(folders, (names) => `**/${names}/**`);
}

function inFolder(rooms, folder) {
  return rooms.filter((room) => room.startsWith(`${folder}/`)).map((room) => room.slice(folder.length + 1));
}

function filesOfShared() {
  const files = readdirSync(new URL(`../runner/${sharedName}`, import.meta.url));
  const names = files.filter((file) => !/\.test\.ts$/.test(file)).sort();
  return combinePatterns(names, (some) => `**/${sharedName}/${some}`);
}

/** The dashboard may import the runner only through its indexes, and may import only the listed folders of `lib`. */
function webPatterns(from, rooms) {
  const isOpen = (folder) => folder === from || rooms.includes(folder);
  const folders = ['app', 'components', 'drizzle'].filter((folder) => !isOpen(folder) && from !== 'lib');
  const doors = withDoor.filter((room) => rooms.includes(room));
  return [
    ...patternsInsideFolders(from === 'lib' ? ['app', 'components'] : folders),
    '**/runner/**',
    ...combinePatterns(doors, (names) => `!**/runner/${names}`),
    ...combinePatterns(doors, (names) => `!**/runner/${names}/index.ts`),
    ...inFolder(rooms, 'runner').flatMap((place) => [`!**/runner/${place}`, `!**/runner/${place}/**`]),
    ...(isOpen('lib') ? [] : ['**/lib/**']),
    ...combinePatterns(isOpen('lib') ? [] : inFolder(rooms, 'lib'), (names) => `!**/lib/${names}`),
    ...combinePatterns(isOpen('lib') ? [] : inFolder(rooms, 'lib'), (names) => `!**/lib/${names}/**`),
  ];
}
