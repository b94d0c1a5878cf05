import { replaceInvisibleCharacters } from '@/runner/format';
import { findCommonFolder } from '@/runner/values';

/**
 * Returns the folder that contains all of these suites, such as `tests/shop/`; empty if there is none. Lists show names
 * without it.
 */
export function findSharedFolder(suiteKeys: readonly string[]): string {
  const folder = findCommonFolder(suiteKeys);
  return folder === '' ? '' : `${folder}/`;
}

/** Returns the name of a suite without the folder that all suites of the list share. */
export function shortSuiteName(suiteKey: string, folder: string): string {
  return replaceInvisibleCharacters(suiteKey.startsWith(folder) ? suiteKey.slice(folder.length) : suiteKey);
}
