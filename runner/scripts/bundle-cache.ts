import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { userFolder } from '../../bin/user-folder.cjs';
import { jsonIn } from '../values/index.ts';
import { areUnchanged, digestOfContent, listSources } from './bundle-sources.ts';

export type BundleCacheOptions = {
  /** A folder that only the user can write to; undefined to keep nothing. */
  folder: string | undefined;
  /** Identifies the programs that make bundles. */
  version: string;
  /** Files that changed within this time before the bundling are not relied on, because clocks of disks are coarse. */
  settleMs: number;
};

export type BuiltBundle = { code: string; metafile: Metafile };
/** `folder` is the one to which the paths in the metadata are relative; `recipe` how the bundle is made. */
export type BundleRequest = { file: string; folder: string; recipe: string };

const entrySchema = z.object({
  version: z.string(),
  recipe: z.string(),
  sources: z.record(z.string(), z.string()),
  code: z.string(),
});

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Bundles are made when they are needed if these programs run from sources, which may change at any time. */
export function defaultBundleCache(): BundleCacheOptions {
  const isBuilt = import.meta.url.endsWith('.mjs');
  if (!isBuilt) return { folder: undefined, version: '', settleMs: 0 };
  return { folder: userFolder('bundles'), version: programVersion(), settleMs: 2_000 };
}

/**
 * Returns the code of a bundle, from an earlier run if everything that the bundler may read is as it was then. Any
 * doubt makes the bundle anew, because an old one would test another agent.
 */
export async function cachedBundle(
  { file, folder, recipe }: BundleRequest,
  { folder: cache, version, settleMs }: BundleCacheOptions,
  build: () => Promise<BuiltBundle>,
): Promise<string> {
  if (cache === undefined) return (await build()).code;
  const place = path.join(cache, digestOfContent(`${file} ${recipe}`));
  const entry = readEntry(place);
  if (entry?.version === version && entry.recipe === recipe && areUnchanged(entry.sources)) return entry.code;
  const before = Date.now() - settleMs;
  const { code, metafile } = await build();
  const sources = listSources(metafile, { folder, before });
  if (sources !== undefined) writeEntry(place, { version, recipe, sources, code });
  return code;
}

/** The first line is the digest of the rest, which shows damage. */
function readEntry(place: string): z.infer<typeof entrySchema> | undefined {
  try {
    const { uid, mode } = lstatSync(place);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const text = isOwn ? readFileSync(place, 'utf8') : '';
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (end === -1 || digestOfContent(body) !== text.slice(0, end)) return undefined;
    return entrySchema.safeParse(jsonIn(body)).data;
  } catch {
    return undefined;
  }
}

/** A full disk or a folder that went away costs time, but is no error. */
function writeEntry(place: string, entry: z.infer<typeof entrySchema>): void {
  const fresh = `${place}.${process.pid}`;
  try {
    removeOldEntries(path.dirname(place));
    const body = JSON.stringify(entry);
    writeFileSync(fresh, `${digestOfContent(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, place);
  } catch {
    rmSync(fresh, { force: true });
  }
}

function removeOldEntries(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (lstatSync(file).mtimeMs < Date.now() - KEEP_MS) rmSync(file, { force: true });
  }
}

/** Chunks of the built program have a digest of their content in their names. */
function programVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('esbuild/package.json');
  const own = statSync(fileURLToPath(import.meta.url));
  const { ESBUILD_BINARY_PATH: binary = '' } = process.env;
  return [
    process.version,
    digestOfContent(readFileSync(manifest, 'utf8')),
    binary,
    import.meta.url,
    own.size,
    own.mtimeMs,
  ].join(' ');
}
