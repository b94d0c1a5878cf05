import { AppError } from '../../host/errors.ts';
import type { PassageField } from './passages-of-result.ts';
import { segmentUnspacedText } from './segment-unspaced-text.ts';

/** A parsed search: an FTS5 query, conditions on the attempt, and the words to highlight in results. */
export type ParsedSearch = { match: string; conditions: SearchCondition[]; needles: string[] };

/** A SQL condition on an attempt `a` of the run `r`. */
export type SearchCondition = { sql: string; value?: string | number };

const passageFieldsByPrefix: Readonly<Record<string, readonly PassageField[]>> = {
  said: ['user', 'agent'],
  user: ['user'],
  agent: ['agent'],
  tool: ['tools'],
  failure: ['failures'],
  cp: ['checkpoints'],
};

const comparisons = { '>': '>', '<': '<', '>=': '>=', '<=': '<=', '=': '=' } as const;
const searchTermPattern = /(!?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+)|(?<=:))/g;
/**
 * The minimum length in characters of a word that also matches as the beginning of longer words. Too many words begin
 * with a shorter one.
 */
const MIN_PREFIX_LENGTH = 3;

/**
 * Parses words and "phrases", in any text or in one field: `said:` `user:` `agent:` `tool:` `failure:` `cp:`; `!`
 * excludes a term. Conditions on the attempt: `s:failed` `f:infra` `cost:>0.01` `turns:>5` `new:`. Throws an
 * `AppError` for other prefixes.
 */
export function parseSearch(text: string): ParsedSearch {
  const terms = [...text.matchAll(searchTermPattern)].flatMap(parseSearchTerm);
  const listSearchExpressions = (isUnwanted: boolean): string[] =>
    terms.flatMap((each) => ('words' in each && each.isUnwanted === isUnwanted ? [each.expression] : []));
  const included = listSearchExpressions(false);
  if (included.length === 0)
    throw new AppError('invalid_request', 'Search for a word that was said, or for something that was done.', [
      SEARCH_EXAMPLE_TEXT,
    ]);
  return {
    match: [included.join(' AND '), ...listSearchExpressions(true)].join(' NOT '),
    conditions: terms.flatMap((each) => ('sql' in each ? [each] : [])),
    needles: terms.flatMap((each) => ('words' in each && !each.isUnwanted ? each.words : [])),
  };
}

type SearchTerm = SearchCondition | { expression: string; words: string[]; isUnwanted: boolean };

function parseSearchTerm([, negation, prefix, quoted, bareWord]: RegExpExecArray): SearchTerm[] {
  const value = quoted ?? bareWord ?? '';
  const isUnwanted = negation === '!';
  const condition = prefix === undefined ? undefined : parseCondition(prefix, value);
  if (condition !== undefined)
    return [isUnwanted ? { ...condition, sql: `NOT coalesce(${condition.sql}, 0)` } : condition];
  const fields = prefix === undefined ? undefined : passageFieldsByPrefix[prefix];
  const words = splitIntoWords(
    fields === undefined && prefix !== undefined ? resolveUnknownPrefix(prefix, value) : value,
  );
  const phrase = toPhrase(words, quoted === undefined);
  if (phrase === undefined) return [];
  return [{ expression: fields === undefined ? phrase : `({${fields.join(' ')}} : ${phrase})`, words, isUnwanted }];
}

const SEARCH_EXAMPLE_TEXT = 'For example: said:"contact the seller" tool:lookup_order s:failed';

/** Treats a term such as `https://…` as words; throws for other unknown prefixes. */
function resolveUnknownPrefix(prefix: string, value: string): string {
  if (value.startsWith('/') || value === '') return `${prefix} ${value}`;
  const prefixes = [...Object.keys(passageFieldsByPrefix), 's', 'f', 'cost', 'turns', 'new']
    .map((each) => `${each}:`)
    .join(' ');
  throw new AppError('invalid_request', `"${prefix}:" is not a prefix of the search.`, [
    `Prefixes are ${prefixes}`,
    `Put words with a colon in quotes: "${prefix}:${value}"`,
  ]);
}

/**
 * The words of one term must be adjacent. Unless the term is quoted, its last word also matches longer words that begin
 * with it.
 */
function toPhrase(words: readonly string[], isOpen: boolean): string | undefined {
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const beginning = isOpen && last.length >= MIN_PREFIX_LENGTH ? '*' : '';
  return `"${words.join(' ')}"${beginning}`;
}

/** Splits a text into words like the index does. */
export function splitIntoWords(text: string): string[] {
  return (
    segmentUnspacedText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []
  );
}

function parseCondition(prefix: string, value: string): SearchCondition | undefined {
  switch (prefix) {
    case 's':
      return { sql: 'a.status = ?', value: value.toLowerCase() };
    case 'f':
      return { sql: '? IN (a.fault_by, a.fault_kind)', value: value.toLowerCase() };
    case 'cost':
      return compareColumn('a.cost', prefix, value);
    case 'turns':
      return compareColumn('a.turns', prefix, value);
    case 'new':
      return { sql: NEWLY_FAILED_SQL };
    default:
      return undefined;
  }
}

function compareColumn(column: string, prefix: string, value: string): SearchCondition {
  const [, sign = '=', number = ''] = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (number === '') {
    throw new AppError('invalid_request', `"${prefix}:${value}" is not a comparison.`, [`For example: ${prefix}:>5`]);
  }
  return { sql: `${column} ${comparisons[sign as keyof typeof comparisons]} ?`, value: Number(number) };
}

/**
 * A SQL condition for a failure after a pass in the previous run with the same agent, connector and simulator. The
 * cross join scans older runs from the newest on, so that SQLite finds the first one with the case quickly, without
 * sorting.
 */
const NEWLY_FAILED_SQL = `a.status IN ('failed', 'error', 'timeout') AND 'passed' = (
  SELECT b.status FROM runs q CROSS JOIN attempts b ON b.run_id = q.id
  WHERE b.suite_key = a.suite_key AND b.case_id = a.case_id AND q.ordinal < r.ordinal
    AND q.agent_id = r.agent_id AND q.connector IS r.connector AND q.simulator IS r.simulator AND q.deleted_at IS NULL AND q.status IN ('passed', 'failed')
  ORDER BY q.ordinal DESC, b.last_seq DESC LIMIT 1)`;
