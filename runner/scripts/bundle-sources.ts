import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * Everything that a bundle depends on, each with a digest: the contents of files (a missing file has a digest, too),
 * and the names in folders that an import could refer to.
 */
export type BundleSources = Record<string, string>;

const MISSING_FILE_DIGEST = 'missing';
/** Files that determine how the bundler reads other files below their folder. */
const settingsFiles = ['package.json', 'tsconfig.json', 'jsconfig.json'];

/**
 * Lists everything that the bundler may have read for a bundle. Undefined if the list may be incomplete, or if
 * something may have changed since `before`, in milliseconds since 1970. `folder` is the folder to which paths in
 * `inputs` are relative.
 */
export function listBundleSources(
  { inputs }: Metafile,
  { folder, before }: { folder: string; before: number },
): BundleSources | undefined {
  const files = Object.keys(inputs).map((input) => path.resolve(folder, input));
  const configs = new Set(files.flatMap((file) => listFoldersAbove(file)).flatMap((above) => listSettingsFiles(above)));
  const imports = Object.entries(inputs).flatMap(([input, { imports: all }]) =>
    all.map((each) => ({ name: each.original ?? each.path, from: path.dirname(path.resolve(folder, input)) })),
  );
  const isMapped = [...configs].some((file) => /"(?:paths|baseUrl)"/.test(readFileIfPresent(file) ?? ''));
  // The list cannot cover imports that are resolved by names which package.json maps to files (`#name`), by glob
  // patterns, or by path mappings of a configuration.
  if (imports.some(({ name }) => /^#|\*/.test(name) || (isMapped && !isPathImport(name)))) return undefined;
  for (const file of configs) {
    const bases = listExtendedConfigs(file);
    if (bases === undefined) return undefined;
    for (const base of bases) configs.add(base);
  }
  const candidates = imports.filter(({ name }) => isPathImport(name)).map(({ name, from }) => path.resolve(from, name));
  const keys = [...files, ...configs].map((file) => `file ${file}`);
  const names = candidates.flatMap((candidate) => [`names ${candidate}`, `names ${path.join(candidate, 'index')}`]);
  // If an imported folder has a package.json, that file may name a file that does not exist yet, which the list cannot
  // cover.
  if (candidates.some((candidate) => readFileIfPresent(path.join(candidate, 'package.json')) !== undefined))
    return undefined;
  const areFiles = files.every((file) => readFileIfPresent(file) !== undefined);
  const areSettled = [...files, ...configs, ...candidates.flatMap(listImportCandidates)].every((file) =>
    isOlderThanBundling(file, before),
  );
  if (!areFiles || !areSettled) return undefined;
  return Object.fromEntries([...new Set([...keys, ...names])].map((key) => [key, computeDigestOfCacheKey(key)]));
}

export function areSourcesUnchanged(sources: BundleSources): boolean {
  return Object.entries(sources).every(([key, digest]) => computeDigestOfCacheKey(key) === digest);
}

export function computeDigestOfContent(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}

function computeDigestOfCacheKey(key: string): string {
  const [kind = '', ...rest] = key.split(' ');
  const file = rest.join(' ');
  if (kind === 'file') return computeDigestOfContent(readFileIfPresent(file) ?? MISSING_FILE_DIGEST);
  return computeDigestOfContent(listImportCandidates(file).map(describeFolderEntry).join('\n'));
}

/**
 * Describes a file or folder, for a digest. Includes the targets of symbolic links, because the bundler follows them.
 */
function describeFolderEntry(file: string): string {
  const kind = lstatSync(file).isDirectory() ? 'folder' : 'file';
  return `${path.basename(file)} ${kind} ${realpathSync(file)}`;
}

/** Lists the files and folders that an import of `file` could mean: with the file's extension, another or none. */
function listImportCandidates(file: string): string[] {
  const folder = path.dirname(file);
  const stem = (path.basename(file).split('.')[0] ?? '').toLowerCase();
  try {
    const names = readdirSync(folder).filter((name) => `${name.toLowerCase()}.`.startsWith(`${stem}.`));
    return names.toSorted().map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function listFoldersAbove(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [] : [folder, ...listFoldersAbove(folder)];
}

function listSettingsFiles(folder: string): string[] {
  return settingsFiles.map((name) => path.join(folder, name));
}

/** Returns the files that a TypeScript configuration extends. Undefined if one of them is not given as a plain path. */
function listExtendedConfigs(file: string): string[] | undefined {
  const text = readFileIfPresent(file);
  if (text === undefined || path.basename(file) === 'package.json' || !/"extends"|\\u/.test(text)) return [];
  const [, list] = /"extends"\s*:\s*("[^"]*"|\[[^\]]*\])/.exec(text) ?? [];
  const names = list === undefined ? [] : [...list.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
  if (names.length === 0 || text.includes('\\u') || !names.every(isPathImport)) return undefined;
  return names.map((name) => path.resolve(path.dirname(file), name)).flatMap((base) => [base, `${base}.json`]);
}

function isPathImport(name: string): boolean {
  return /^\.{0,2}\//.test(name) || name === '.' || name === '..' || path.isAbsolute(name);
}

/**
 * True if a file is older than the start of the bundling. The bundler may have read an earlier version of any newer
 * file.
 */
function isOlderThanBundling(file: string, before: number): boolean {
  try {
    return lstatSync(file).ctimeMs < before;
  } catch {
    return true;
  }
}

function readFileIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
