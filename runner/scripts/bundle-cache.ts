import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { userFolder } from '../../bin/user-folder.cjs';
import { tryParseJson } from '../values/index.ts';
import { areSourcesUnchanged, computeDigestOfContent, listBundleSources } from './bundle-sources.ts';

export type BundleCacheOptions = {
  /** The folder of the cache, to which only the user can write; if it is undefined, nothing is cached. */
  folder: string | undefined;
  /** The version of the programs that create the cached bundles. */
  version: string;
  /**
   * Milliseconds for which a file must have been unchanged before bundling to be cached, because file systems store
   * times only roughly.
   */
  settleMs: number;
};

export type BuiltBundle = { code: string; metafile: Metafile };
/**
 * A request for a bundle. `folder` is the folder to which paths in the metadata are relative; `recipe` describes how
 * the bundle is made.
 */
export type BundleRequest = { file: string; folder: string; recipe: string };

const entrySchema = z.object({
  version: z.string(),
  recipe: z.string(),
  sources: z.record(z.string(), z.string()),
  code: z.string(),
});

const MAX_ENTRY_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns no cache folder when running from the sources, because the bundling code may then change at any time. */
export function chooseDefaultBundleCache(): BundleCacheOptions {
  const isBuilt = import.meta.url.endsWith('.mjs');
  if (!isBuilt) return { folder: undefined, version: '', settleMs: 0 };
  return { folder: userFolder('bundles'), version: computeProgramVersion(), settleMs: 2_000 };
}

/**
 * Returns the code of a bundle. Reuses an earlier bundle only if everything that the bundler may read is unchanged. In
 * doubt, bundles again, because an outdated bundle would test another version of the agent.
 */
export async function getOrBuildCachedBundle(
  { file, folder, recipe }: BundleRequest,
  { folder: cache, version, settleMs }: BundleCacheOptions,
  build: () => Promise<BuiltBundle>,
): Promise<string> {
  if (cache === undefined) return (await build()).code;
  const cacheFile = path.join(cache, computeDigestOfContent(`${file} ${recipe}`));
  const entry = readCacheEntry(cacheFile);
  if (entry?.version === version && entry.recipe === recipe && areSourcesUnchanged(entry.sources)) return entry.code;
  const before = Date.now() - settleMs;
  const { code, metafile } = await build();
  const sources = listBundleSources(metafile, { folder, before });
  if (sources !== undefined) writeCacheEntry(cacheFile, { version, recipe, sources, code });
  return code;
}

/** Reads a cache entry. Its first line is the digest of the rest, which reveals damage. */
function readCacheEntry(cacheFile: string): z.infer<typeof entrySchema> | undefined {
  try {
    const { uid, mode } = lstatSync(cacheFile);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const text = isOwn ? readFileSync(cacheFile, 'utf8') : '';
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (end === -1 || computeDigestOfContent(body) !== text.slice(0, end)) return undefined;
    return entrySchema.safeParse(tryParseJson(body)).data;
  } catch {
    return undefined;
  }
}

/** Writes a cache entry. A full disk or a deleted folder is not an error, because a missing entry only costs time. */
function writeCacheEntry(cacheFile: string, entry: z.infer<typeof entrySchema>): void {
  const fresh = `${cacheFile}.${process.pid}`;
  try {
    removeOldEntries(path.dirname(cacheFile));
    const body = JSON.stringify(entry);
    writeFileSync(fresh, `${computeDigestOfContent(body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, cacheFile);
  } catch {
    rmSync(fresh, { force: true });
  }
}

function removeOldEntries(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (lstatSync(file).mtimeMs < Date.now() - MAX_ENTRY_AGE_MS) rmSync(file, { force: true });
  }
}

/**
 * Returns a text that identifies the built program and its bundler. It contains the path of this chunk, because the
 * names of chunks have digests of their content.
 */
function computeProgramVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('esbuild/package.json');
  const own = statSync(fileURLToPath(import.meta.url));
  const { ESBUILD_BINARY_PATH: binary = '' } = process.env;
  return [
    process.version,
    computeDigestOfContent(readFileSync(manifest, 'utf8')),
    binary,
    import.meta.url,
    own.size,
    own.mtimeMs,
  ].join(' ');
}
