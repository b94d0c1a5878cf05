import {
  type CaseKey,
  type CaseRow,
  caseKey,
  type FilteredCase,
  isExcluded,
  matchesFilter,
  parseCaseFilter,
} from '../../runner/fold/index.ts';
import { findCaseDecision, findPartyAtFault, getCaseHealthName, isUncheckedPass } from '../../runner/verdict/index.ts';
import { getRowStatus } from './row-status.ts';

/** The verdicts of reviewers, by the key of the case. */
export type ReviewsOfCases = ReadonlyMap<CaseKey, readonly string[]>;

/** The filter terms that find excluded cases, by the reason for the exclusion. */
export const exclusionFilterTerms = {
  none: undefined,
  quarantine: 'quarantined',
  expect_fail: 'expected_failure',
} as const;

/** Data from the history, by the key of the case: the comparison with previous runs, and the causes of failures. */
export type FailureAnnotations = ReadonlyMap<
  string,
  { standing?: ReturnType<typeof getCaseHealthName>; causes?: readonly string[] }
>;

/** Data on cases that their rows do not contain. */
export type CaseFilterData = { reviews?: ReviewsOfCases | undefined; marks?: FailureAnnotations | undefined };

/** Creates a filter for rows from the text of the filter field. */
export function createCaseFilter(text: string, { reviews, marks }: CaseFilterData = {}): (row: CaseRow) => boolean {
  const filter = parseCaseFilter(text);
  return (row) => filter.length === 0 || matchesFilter(toFilteredCaseWithCauses(row, { reviews, marks }), filter);
}

function toFilteredCaseWithCauses(row: CaseRow, { reviews, marks }: CaseFilterData): FilteredCase {
  const searchable = toFilteredCase(row, reviews);
  const annotation = marks?.get(caseKey(row.suiteKey, row.id));
  if (annotation === undefined) return searchable;
  const causes = annotation.causes?.map(formatCauseTerm) ?? [];
  return {
    ...searchable,
    texts: [...searchable.texts, ...causes],
    statuses: [...searchable.statuses, annotation.standing],
  };
}

/** Returns the filter term for cases that failed for this cause. */
export function formatCauseTerm(key: string): string {
  return `cause:${key}`;
}

/** Returns true if the filter needs the causes of failures, which must be loaded from the history. */
export function usesCauseFilter(text: string): boolean {
  return text.includes('cause:');
}

/** Converts a row to the texts and statuses that a filter searches. */
export function toFilteredCase(row: CaseRow, reviews?: ReviewsOfCases): FilteredCase {
  const { id, name, preview, suiteKey, tags, kind, attempts, metadata } = row;
  const verdicts = reviews?.get(caseKey(suiteKey, id));
  return {
    texts: [id, name, preview, suiteKey, ...listTextValues(metadata)],
    statuses: [
      getRowStatus(row),
      row.standing && getCaseHealthName(row.standing),
      ...attempts.map(({ status }) => status),
      attempts.some(({ unjudged }) => unjudged !== undefined) ? 'unjudged' : undefined,
      isUncheckedPass(row) ? 'unchecked' : undefined,
      findCaseDecision(row),
      exclusionFilterTerms[isExcluded(row) ? (row.setAside ?? 'none') : 'none'],
    ],
    tags,
    kind,
    reviews: verdicts,
    faults: listFaultTerms(attempts, verdicts),
  };
}

function listFaultTerms(attempts: CaseRow['attempts'], verdicts: readonly string[] = []): string[] {
  const isNotAgent = verdicts.includes('not_agent');
  return attempts.flatMap((attempt) => {
    const by = findPartyAtFault(attempt, { isNotAgent });
    const kinds = attempt.hints?.map(({ kind }) => kind) ?? [];
    return [
      ...(by === undefined ? [] : [by]),
      attempt.fault?.kind ?? '',
      ...(kinds.length === 0 ? [] : ['hint']),
      ...kinds,
    ];
  });
}

/**
 * Returns the values of the other text columns of a table. The filter searches them, because scores can be grouped by
 * these columns.
 */
function listTextValues(metadata: CaseRow['metadata'] = {}): string[] {
  return Object.values(metadata).filter((value) => typeof value === 'string');
}
