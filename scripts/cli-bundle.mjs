import { builtinsOnDemand } from './builtin-modules.mjs';

/**
 * Leaves out the error messages of Zod in 63 languages, half of that library: only English is ever used.
 *
 * @type {import('esbuild').Plugin}
 */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * The bundle options of the command line and the package. The build uses them; a test uses them to bundle without the
 * extensions.
 *
 * @type {import('esbuild').BuildOptions & { entryPoints: Record<string, string> }}
 */
export const cliBundle = {
  entryPoints: {
    entry: 'bin/entry.ts',
    main: 'runner/cli/main.ts',
    index: 'runner/api/index.ts',
    vitest: 'runner/vitest/index.ts',
    'worker-main': 'runner/scripts/worker/worker-main.ts',
    'watch-main': 'runner/scripts/worker/watch-main.ts',
    'sandbox-main': 'runner/extensions/yao/sandbox/sandbox-main.ts',
    'mastra-objects': 'runner/extensions/mastra/mastra-objects.ts',
    'define-config': 'runner/scripts/define-config.ts',
    'history-thread': 'runner/history/write/history-thread.ts',
    'trace-thread': 'runner/extensions/import/conversations/trace-thread.ts',
  },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // `yaml` has the same code for browsers in one piece. Loading it as 72 CommonJS modules would take 4 ms at every
  // start.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  // The main entry of `jsonc-parser` uses a form of `require` that cannot be bundled, so its ES modules are taken.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  // Queue packages and Vitest are not bundled; users who need them install them.
  external: ['better-sqlite3', 'bullmq', 'esbuild', 'ioredis', 'minijinja-js', 'next', 'pg', 'vitest'],
  plugins: [builtinsOnDemand, englishOnly],
  banner: {
    js: "const require = (name) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);",
  },
  sourcemap: true,
  // Halves the amount of code to read at every start. Names are kept and lines are short, so that stack traces stay
  // readable.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: 'warning',
};
