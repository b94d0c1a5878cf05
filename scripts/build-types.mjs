import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { runStep } from './run-step.mjs';

/**
 * Builds the type declarations for programs that import the package. They are built separately, because they take
 * longer than the program and no command needs them.
 */
const fresh = `dist.types.${process.pid}`;
// The sources are not checked here, because `npm run typecheck` does that; checking again would double the time and
// give the same declarations.
process.exitCode = await runStep('tsc', ['-p', 'tsconfig.types.json', '--noCheck', '--outDir', fresh]);
if (process.exitCode === 0) {
  mkdirSync('dist', { recursive: true });
  rmSync('dist/types', { recursive: true, force: true });
  renameSync(fresh, 'dist/types');
}
rmSync(fresh, { recursive: true, force: true });
