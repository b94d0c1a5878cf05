import { findNearestWord } from '@/runner/values';

const MAX_SUGGESTIONS = 3;

/**
 * Suggests case files for a path that does not exist: files with a similar path, or with the same name in another
 * folder.
 */
export function findSimilarSuites(suiteKey: string, suiteKeys: readonly string[]): string[] {
  const name = fileNameWithoutExtension(suiteKey);
  const sameName = suiteKeys.filter((key) => fileNameWithoutExtension(key) === name);
  const close = findNearestWord(suiteKey, suiteKeys);
  const closeName = findNearestWord(name, suiteKeys.map(fileNameWithoutExtension));
  const candidates = [
    ...sameName,
    ...(close === undefined ? [] : [close]),
    ...suiteKeys.filter((key) => fileNameWithoutExtension(key) === closeName),
  ];
  return [...new Set(candidates)].slice(0, MAX_SUGGESTIONS);
}

function fileNameWithoutExtension(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
