import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { cliBundle } from './cli-bundle.mjs';
import { buildReportPage } from './report-page.mjs';

// Built beside its place and then moved, so that a command that starts meanwhile finds a whole program.
const fresh = `dist.${process.pid}`;
await build({ ...cliBundle, outdir: fresh });
// The script and style of the HTML report; inlined into every report.
const { script, style } = await buildReportPage();
writeFileSync(`${fresh}/report-page.js`, script);
writeFileSync(`${fresh}/report-page.css`, style);
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
