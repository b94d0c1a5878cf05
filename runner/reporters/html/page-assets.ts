import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export type PageAssets = { script: string; style: string };

/** Returns the script and style of the page. The built program has both beside its entry; sources build them now. */
export function pageAssets(): PageAssets {
  const built = ['./report-page.js', '../report-page.js']
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  return built === undefined
    ? fromSources()
    : { script: read(built), style: read(new URL('./report-page.css', built)) };
}

function read(url: URL): string {
  return readFileSync(url, 'utf8');
}

function fromSources(): PageAssets {
  const source = (name: string): string => fileURLToPath(new URL(`./page/${name}`, import.meta.url));
  const { outputFiles } = buildSync({
    entryPoints: [source('report-page.ts'), source('report-page.css')],
    outdir: source('.'),
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
  const textOf = (extension: string): string => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}
