import type { CaseRow } from '@/runner/contract';
import { stabilityOfRow, statusOfRow } from './row-status';

export type FilterTerm =
  | { by: 'word'; text: string; not: boolean }
  | { by: 'status'; text: string; not: boolean }
  | { by: 'tag'; text: string; not: boolean }
  | { by: 'kind'; text: string; not: boolean };

const term = /(!?)(?:(s|status|kind):|(@))?(?:"([^"]*)"?|(\S+))/g;

/**
 * What people type to find cases: words, `s:failed`, `@tag`, `kind:dynamic`, `!` in front of any of them, quotes around
 * what has spaces. All terms must hold.
 */
export function parseCaseFilter(text: string): FilterTerm[] {
  return [...text.matchAll(term)].flatMap(([, not, prefix, at, quoted, bare]) => {
    const value = (quoted ?? bare ?? '').toLowerCase();
    return value === '' ? [] : [{ by: kindOfTerm(prefix, at), text: value, not: not === '!' }];
  });
}

export function matchesFilter(row: CaseRow, terms: readonly FilterTerm[]): boolean {
  return terms.every((entry) => holds(row, entry) !== entry.not);
}

function kindOfTerm(prefix: string | undefined, at: string | undefined): FilterTerm['by'] {
  if (at !== undefined) return 'tag';
  if (prefix === 'kind') return 'kind';
  return prefix === undefined ? 'word' : 'status';
}

function holds(row: CaseRow, { by, text }: FilterTerm): boolean {
  switch (by) {
    case 'word':
      return [row.id, row.name, row.preview, row.suiteKey].some((field) => field?.toLowerCase().includes(text));
    case 'status':
      return hasStatus(row, text);
    case 'tag':
      return row.tags?.some((tag) => tag.toLowerCase() === text) ?? false;
    case 'kind':
      return row.kind === text;
    default:
      by satisfies never;
      return false;
  }
}

/** A row is found by its own status, by that of one of its attempts, and by its stability class. */
function hasStatus(row: CaseRow, text: string): boolean {
  const stability = stabilityOfRow(row);
  return statusOfRow(row) === text || row.attempts.some((attempt) => attempt.status === text) || stability === text;
}
