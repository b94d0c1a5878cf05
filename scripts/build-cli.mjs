import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

// Built beside its place and then moved, so that a command that starts meanwhile finds a whole program.
const fresh = `dist.${process.pid}`;
await build({
  entryPoints: {
    entry: 'runner/cli/entry.ts',
    index: 'runner/api/index.ts',
    'worker-main': 'runner/scripts/worker/worker-main.ts',
    'sandbox-main': 'runner/compat/yao/sandbox/sandbox-main.ts',
    'mastra-objects': 'runner/compat/mastra/mastra-objects.ts',
    'define-config': 'runner/scripts/define-config.ts',
    'history-thread': 'lib/history/write/history-thread.ts',
  },
  outdir: fresh,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // jsonc-parser's main entry requires its parts in a way that cannot be bundled.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  external: ['better-sqlite3', 'esbuild', 'minijinja-js', 'next'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  sourcemap: true,
  // Half the text to read at every start. Names stay, and lines stay short enough for whoever reads a stack trace.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: 'warning',
});
// The script and style of the HTML report; inlined into every report.
await build({
  entryPoints: ['runner/reporters/html/page/report-page.ts', 'runner/reporters/html/page/report-page.css'],
  outdir: fresh,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  logLevel: 'warning',
});
// The types for programs that import the package. Installations for use alone have no compiler.
const compiler = 'node_modules/typescript/bin/tsc';
if (existsSync(compiler)) {
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.types.json', '--outDir', `${fresh}/types`], {
    stdio: 'inherit',
  });
}
const old = `dist.old.${process.pid}`;
if (existsSync('dist')) renameSync('dist', old);
renameSync(fresh, 'dist');
rmSync(old, { recursive: true, force: true });
