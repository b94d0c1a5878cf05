import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { runStep } from './run-step.mjs';

/**
 * Builds the type declarations for programs that import the package. They are built separately, because they take
 * longer than the program and no command needs them.
 */
const fresh = `dist.types.${process.pid}`;
// `npm run typecheck` checks the sources; doing so again here would double the time, for the same declarations.
process.exitCode = await runStep('tsc', ['-p', 'tsconfig.types.json', '--noCheck', '--outDir', fresh]);
if (process.exitCode === 0) {
  mkdirSync('dist', { recursive: true });
  rmSync('dist/types', { recursive: true, force: true });
  renameSync(fresh, 'dist/types');
}
rmSync(fresh, { recursive: true, force: true });
