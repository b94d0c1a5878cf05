import { createHash } from 'node:crypto';
import { type CaseRow, caseKey } from '../../fold/index.ts';

const MAX_NAME_LENGTH = 60;

export const INDEX_FILE = 'index.html';

/**
 * Returns the path of a case's page. The path is the same for each run, so that links stay right when the folder is
 * written again. Its hash keeps paths unique if ids differ only in special characters or in case, or belong to
 * different suites.
 */
export function toCaseFileName({ suiteKey, id }: Pick<CaseRow, 'suiteKey' | 'id'>): string {
  return `cases/${toReportFileName(id, caseKey(suiteKey, id))}`;
}

/** Returns the path of the page about a suite over its last runs. */
export function toTrendsFileName(suiteKey: string): string {
  return `trends/${toReportFileName(suiteKey, suiteKey)}`;
}

function toReportFileName(name: string, key: string): string {
  const safe = name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return `${safe}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}.html`;
}

/**
 * Returns the relative URL of a file in the report folder. File names contain no parentheses, so that the URL can be a
 * link in Markdown.
 */
export function toFileUrl(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
