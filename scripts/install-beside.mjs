import { statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-step.mjs';

/**
 * Installs the packages of a folder with its own package.json, unless they are up to date. npm writes
 * `.package-lock.json` last, so its time shows when the installation finished.
 */
export async function installBeside(folder) {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    statSync(path.join(folder, file), { throwIfNoEntry: false }),
  );
  if (wanted !== undefined && installed !== undefined && installed.mtimeMs >= wanted.mtimeMs) return;
  console.log(`Installing the packages of ${folder}.`);
  const code = await runStep('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  });
  if (code === 0) return;
  console.error(`The packages of ${folder} could not be installed; npm says why above.`);
  process.exit(1);
}
