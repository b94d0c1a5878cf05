type FilterTerm = { by: 'word' | 'status' | 'tag' | 'kind' | 'review'; text: string; not: boolean };

/** What people typed to find cases. All terms must hold. */
export type CaseFilter = readonly FilterTerm[];

/** What a case can be found by. `said` is everything that was said in it, in lower case, asked for only when it matters. */
export type FilteredCase = {
  texts: readonly (string | undefined)[];
  /** Its own status, those of its attempts, and its stability class. */
  statuses: readonly (string | undefined)[];
  tags?: readonly string[] | undefined;
  kind: string;
  /** What people said of it: `good`, `bad`, `not_agent`; nothing where nobody has said anything. */
  reviews?: readonly string[] | undefined;
  said?: () => string;
};

const term = /(!?)(?:(s|status|kind|review):|(@))?(?:"([^"]*)"?|(\S+))/g;

/** Words, `s:failed`, `@tag`, `kind:dynamic`, `review:bad`, `!` in front of any of them, quotes around what has spaces. */
export function parseCaseFilter(text: string): CaseFilter {
  return [...text.matchAll(term)].flatMap(([, not, prefix, at, quoted, bare]) => {
    const value = (quoted ?? bare ?? '').toLowerCase();
    return value === '' ? [] : [{ by: kindOfTerm(prefix, at), text: value, not: not === '!' }];
  });
}

export function matchesFilter(found: FilteredCase, filter: CaseFilter): boolean {
  return filter.every((entry) => holds(found, entry) !== entry.not);
}

function kindOfTerm(prefix: string | undefined, at: string | undefined): FilterTerm['by'] {
  if (at !== undefined) return 'tag';
  if (prefix === 'kind' || prefix === 'review') return prefix;
  return prefix === undefined ? 'word' : 'status';
}

function holds({ texts, statuses, tags, kind, reviews = [], said }: FilteredCase, { by, text }: FilterTerm): boolean {
  switch (by) {
    case 'word':
      return texts.some((field) => field?.toLowerCase().includes(text)) || (said?.().includes(text) ?? false);
    case 'status':
      return statuses.includes(text);
    case 'tag':
      return tags?.some((tag) => tag.toLowerCase() === text) ?? false;
    case 'kind':
      return kind === text;
    case 'review':
      return (
        reviews.includes(text) || (text === 'none' && reviews.length === 0) || (text === 'any' && reviews.length > 0)
      );
    default:
      by satisfies never;
      return false;
  }
}
