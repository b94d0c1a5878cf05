type FilterTerm = { by: 'word' | 'status' | 'tag' | 'kind' | 'review' | 'fault'; text: string; not: boolean };

/** A filter for cases, as typed by a user. A case must match all its terms. */
export type CaseFilter = readonly FilterTerm[];

/**
 * The data of a case that the filter searches. `said` returns all texts of the conversations in lower case; it is
 * called only when needed.
 */
export type FilteredCase = {
  texts: readonly (string | undefined)[];
  /** The status of the case, the statuses of its attempts, and its stability class. */
  statuses: readonly (string | undefined)[];
  tags?: readonly string[] | undefined;
  kind: string;
  /** Reviewers' verdicts on the case: `good`, `bad`, `not_agent`; undefined if there are no reviews. */
  reviews?: readonly string[] | undefined;
  /**
   * The parties at fault and the kinds of the faults of the attempts; for hints (faults that are only likely), the word
   * `hint` and the kinds.
   */
  faults?: readonly string[] | undefined;
  getSearchableText?: () => string;
};

const filterTermPattern = /(!?)(?:(s|status|kind|review|f|fault):|(@))?(?:"([^"]*)"?|(\S+))/g;

/**
 * Parses a filter of words and terms such as `s:failed`, `@tag`, `kind:dynamic`, `review:bad`, `f:infra`. A `!` before
 * a term negates the term; quotes enclose a text with spaces.
 */
export function parseCaseFilter(text: string): CaseFilter {
  return [...text.matchAll(filterTermPattern)].flatMap(([, negation, prefix, atSign, quotedText, bareWord]) => {
    const value = (quotedText ?? bareWord ?? '').toLowerCase();
    return value === '' ? [] : [{ by: chooseFilterField(prefix, atSign), text: value, not: negation === '!' }];
  });
}

export function matchesFilter(filteredCase: FilteredCase, filter: CaseFilter): boolean {
  return filter.every((entry) => matchesFilterTerm(filteredCase, entry) !== entry.not);
}

function chooseFilterField(prefix: string | undefined, atSign: string | undefined): FilterTerm['by'] {
  if (atSign !== undefined) return 'tag';
  if (prefix === 'kind' || prefix === 'review') return prefix;
  if (prefix === 'f' || prefix === 'fault') return 'fault';
  return prefix === undefined ? 'word' : 'status';
}

function matchesFilterTerm(
  { texts, statuses, tags, kind, reviews = [], faults = [], getSearchableText }: FilteredCase,
  { by, text }: FilterTerm,
): boolean {
  switch (by) {
    case 'word':
      return (
        texts.some((field) => field?.toLowerCase().includes(text)) || (getSearchableText?.().includes(text) ?? false)
      );
    case 'status':
      return statuses.includes(text);
    case 'tag':
      return tags?.some((tag) => tag.toLowerCase() === text) ?? false;
    case 'kind':
      return kind === text;
    case 'fault':
      return faults.includes(text);
    case 'review':
      return (
        reviews.includes(text) || (text === 'none' && reviews.length === 0) || (text === 'any' && reviews.length > 0)
      );
    default:
      by satisfies never;
      return false;
  }
}
