import { nearest } from '@/runner/values';

const SHOWN = 3;

/** The files that a name was probably meant to be: by their whole path, or by their name in another folder. */
export function nearSuites(wanted: string, known: readonly string[]): string[] {
  const name = bareFileName(wanted);
  const sameName = known.filter((key) => bareFileName(key) === name);
  const close = nearest(wanted, known);
  const closeName = nearest(name, known.map(bareFileName));
  const found = [
    ...sameName,
    ...(close === undefined ? [] : [close]),
    ...known.filter((key) => bareFileName(key) === closeName),
  ];
  return [...new Set(found)].slice(0, SHOWN);
}

function bareFileName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
