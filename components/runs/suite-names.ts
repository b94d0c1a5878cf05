import { visibleText } from '@/runner/format';
import { commonFolder } from '@/runner/values';

/** The folder that all suites of a list share, as `tests/shop/`; empty if they share none. Lists leave it out of names. */
export function sharedFolder(suiteKeys: readonly string[]): string {
  const folder = commonFolder(suiteKeys);
  return folder === '' ? '' : `${folder}/`;
}

/** Returns the name of a suite in a list whose suites share a folder. */
export function suiteName(suiteKey: string, folder: string): string {
  return visibleText(suiteKey.startsWith(folder) ? suiteKey.slice(folder.length) : suiteKey);
}
