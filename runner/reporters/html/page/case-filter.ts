import type { PageRow } from '../page-data.ts';

export type FilterTerm = { by: 'word' | 'status' | 'tag' | 'kind'; text: string; not: boolean };

const term = /(!?)(?:(s|status|kind):|(@))?(?:"([^"]*)"?|(\S+))/g;

/**
 * The same words as in the dashboard: texts, `s:failed`, `@tag`, `kind:dynamic`, `!` in front of any of them, quotes
 * around what has spaces. All must hold.
 */
export function parseCaseFilter(text: string): FilterTerm[] {
  return [...text.matchAll(term)].flatMap(([, not, prefix, at, quoted, bare]) => {
    const value = (quoted ?? bare ?? '').toLowerCase();
    return value === '' ? [] : [{ by: kindOfTerm(prefix, at), text: value, not: not === '!' }];
  });
}

/** `saidIn` is everything that was said in the case, in lower case; it is asked for only when the row does not tell. */
export function matchesFilter(row: PageRow, terms: readonly FilterTerm[], saidIn: () => string): boolean {
  return terms.every((entry) => holds(row, entry, saidIn) !== entry.not);
}

function kindOfTerm(prefix: string | undefined, at: string | undefined): FilterTerm['by'] {
  if (at !== undefined) return 'tag';
  if (prefix === 'kind') return 'kind';
  return prefix === undefined ? 'word' : 'status';
}

function holds(row: PageRow, { by, text }: FilterTerm, saidIn: () => string): boolean {
  switch (by) {
    case 'word':
      return (
        [row.id, row.name, row.preview, row.suite].some((field) => includes(field, text)) || saidIn().includes(text)
      );
    case 'status':
      return row.status === text || row.stability?.class === text || row.attempts.some(({ status }) => status === text);
    case 'tag':
      return row.tags?.some((tag) => tag.toLowerCase() === text) ?? false;
    case 'kind':
      return row.kind === text;
    default:
      by satisfies never;
      return false;
  }
}

function includes(field: string | undefined, text: string): boolean {
  return field?.toLowerCase().includes(text) ?? false;
}
