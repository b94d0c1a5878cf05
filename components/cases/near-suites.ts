import { nearest } from '@/runner/values';

const SHOWN = 3;

/** The files that a name was probably meant to be: by their whole path, or by their name in another folder. */
export function nearSuites(wanted: string, known: readonly string[]): string[] {
  const name = nameOf(wanted);
  const sameName = known.filter((key) => nameOf(key) === name);
  const close = nearest(wanted, known);
  const closeName = nearest(name, known.map(nameOf));
  const found = [
    ...sameName,
    ...(close === undefined ? [] : [close]),
    ...known.filter((key) => nameOf(key) === closeName),
  ];
  return [...new Set(found)].slice(0, SHOWN);
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
