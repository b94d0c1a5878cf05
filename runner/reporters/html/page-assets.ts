import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBuiltFile } from '../../host/turntree-module-url.ts';

export type PageAssets = { script: string; style: string };

/**
 * Returns the script and style of the page. The built program has both next to its entry file; a program that is run
 * from its sources builds them now.
 */
export function loadPageAssets(): PageAssets {
  const built = findBuiltFile('report-page.js', import.meta.url);
  return built === undefined
    ? buildAssetsFromSources()
    : { script: readFileSync(built, 'utf8'), style: readFileSync(new URL('./report-page.css', built), 'utf8') };
}

/**
 * Builds the script and style in a separate process, because Tailwind compiles asynchronously while reports are
 * generated synchronously.
 */
function buildAssetsFromSources(): PageAssets {
  const builder = fileURLToPath(new URL('../../../scripts/report-page.mjs', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [builder], { encoding: 'utf8' }));
}
