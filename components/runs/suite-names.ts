import { replaceInvisibleCharacters } from '@/runner/format';
import { findCommonFolder } from '@/runner/values';

/**
 * The folder that all suites of a list share, such as `tests/shop/`; empty if they share none. Lists show names without
 * it.
 */
export function findSharedFolder(suiteKeys: readonly string[]): string {
  const folder = findCommonFolder(suiteKeys);
  return folder === '' ? '' : `${folder}/`;
}

/** Returns the name of a suite in a list whose suites share a folder. */
export function shortSuiteName(suiteKey: string, folder: string): string {
  return replaceInvisibleCharacters(suiteKey.startsWith(folder) ? suiteKey.slice(folder.length) : suiteKey);
}
