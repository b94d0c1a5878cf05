import type { CaseRow } from '../fold/index.ts';
import type { JsonObject } from '../values/index.ts';
import { buildResultReport } from './json/report-result.ts';
import { formatResultDocument } from './markdown/result-document.ts';
import type { StoredReport } from './read/read-report.ts';

export const extractFormats = ['md', 'json'] as const;
export type ExtractFormat = (typeof extractFormats)[number];

/** A separate file for one result; the path is relative, with forward slashes. */
export type ExtractedFile = { path: string; text: string };

/**
 * Yields the results of a report one by one, in folders by suite if there are several suites. No two results have the
 * same path.
 */
export function* extractResultFiles(
  { state, resultsOf }: StoredReport,
  format: ExtractFormat,
): Generator<ExtractedFile> {
  const usedPaths = new Set<string>();
  for (const row of state.rows) {
    const attempts = resultsOf(row);
    const folder = state.suites.length > 1 ? `${toSafePath(row.suiteKey)}/` : '';
    const path = reserveFreePath(`${folder}${toSafeName(row.id)}`, format, usedPaths);
    yield {
      path,
      text: format === 'md' ? formatResultDocument(row, attempts) : formatResultJson(row, buildResultReport(attempts)),
    };
  }
}

function formatResultJson({ suiteKey }: CaseRow, result: JsonObject): string {
  return `${JSON.stringify({ suite: suiteKey, ...result }, undefined, 2)}\n`;
}

/**
 * Chooses a file name that is not used yet. Names that differ only in case are the same file on many disks, so they are
 * compared in lower case.
 */
function reserveFreePath(base: string, extension: string, usedPaths: Set<string>): string {
  let path = `${base}.${extension}`;
  for (let number = 2; usedPaths.has(path.toLowerCase()); number += 1) path = `${base}-${number}.${extension}`;
  usedPaths.add(path.toLowerCase());
  return path;
}

function toSafePath(suiteKey: string): string {
  return suiteKey
    .replace(/\.jsonl?$/i, '')
    .split('/')
    .map(toSafeName)
    .join('/');
}

const MAX_NAME_LENGTH = 120;
const reservedFileNamePattern = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a file name that is valid on every file system and cannot lead out of its folder. */
function toSafeName(id: string): string {
  const name = id
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replaceAll(/^\.+|(?<!\.)\.+$/g, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return name === '' || reservedFileNamePattern.test(name) ? `_${name}` : name;
}
