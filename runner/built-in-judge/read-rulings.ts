import { listJsonTexts, repairJson } from '../assertions/extract-json.ts';
import { formatJsonForMessage } from '../assertions/to-plain-text.ts';
import type { CriterionRuling } from '../fold/index.ts';
import { isBlank, isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';
import { findQuoteProblem } from './check-quote.ts';
import type { JudgedContent } from './judge-request.ts';

/** The judge's ruling on one criterion. If `unproved` is set, its verdict does not count. */
export type ParsedRuling = CriterionRuling;

/**
 * Parses the answer of a judge to one ruling per criterion, in order. A criterion without a usable verdict is unproved.
 * `allCriteria` contains all criteria of the first request if this is the answer to the second one.
 */
export function parseRulings(
  answer: string,
  content: JudgedContent,
  allCriteria: readonly string[] = content.criteria,
): ParsedRuling[] {
  const entries = parseRulingEntries(answer, content);
  if (typeof entries === 'string')
    return content.criteria.map((requirement) => createRulingWithoutVerdict(requirement, entries));
  const isComplete = entries.length === content.criteria.length;
  return content.criteria.map((requirement, index) => {
    const entriesByName = entries.filter((entry) => isRulingOnCriterion(entry, requirement));
    // If the answer has an entry for each criterion, entries can also be matched by their order, because models may
    // shorten the criteria that they copy.
    const entryByOrder = isComplete ? entries.slice(index, index + 1) : [];
    const rulings =
      entriesByName.length > 0
        ? entriesByName
        : entryByOrder.filter((other) => !allCriteria.some((each) => isRulingOnCriterion(other, each)));
    const [entry] = rulings;
    if (entry === undefined) return createRulingWithoutVerdict(requirement, 'the judge left out this criterion');
    if (new Set(rulings.map(({ verdict }) => verdict)).size > 1) {
      return createRulingWithoutVerdict(requirement, describeContradiction('two different verdicts on this criterion'));
    }
    return parseRuling(entry, requirement, content);
  });
}

function parseRuling(entry: JsonObject, requirement: string, content: JudgedContent): ParsedRuling {
  const reasoning = typeof entry.reasoning === 'string' ? entry.reasoning.trim() : '';
  const verdict = parseRulingVerdict(entry);
  if (verdict === undefined) {
    const problem = `the judge's verdict is ${formatJsonForMessage(entry.verdict ?? null)}, not yes, no or cannot_tell`;
    return { ...createRulingWithoutVerdict(requirement, problem), reasoning };
  }
  const ruling: ParsedRuling = { requirement, reasoning, verdict };
  const quote = typeof entry.quote === 'string' && !isBlank(entry.quote) ? entry.quote.trim() : undefined;
  const turn = quote === undefined ? undefined : parseTurnNumber(entry.turn);
  if (quote !== undefined) ruling.quote = quote;
  if (turn !== undefined) ruling.turn = turn;
  if (verdict === 'cannot_tell') return ruling;
  const problem = findQuoteProblem({ quote, turn }, content) ?? findMissingQuoteProblem(ruling);
  return problem === undefined ? ruling : { ...ruling, unproved: problem };
}

/**
 * Returns why a ruling without a quote is not accepted. Only something absent cannot be quoted, and then the reasoning
 * must say so.
 */
function findMissingQuoteProblem({ quote, reasoning }: ParsedRuling): string | undefined {
  return quote === undefined && reasoning === ''
    ? 'the judge quotes nothing and does not say what is absent'
    : undefined;
}

function parseRulingVerdict({ verdict }: JsonObject): ParsedRuling['verdict'] | undefined {
  const word = typeof verdict === 'string' ? verdict.trim().toLowerCase().replaceAll(/[ -]/g, '_') : undefined;
  return word === 'yes' || word === 'no' || word === 'cannot_tell' ? word : undefined;
}

function parseTurnNumber(turn: Json | undefined): number | undefined {
  const number = typeof turn === 'string' ? Number(turn) : turn;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}

function isRulingOnCriterion({ requirement }: JsonObject, criterion: string): boolean {
  return typeof requirement === 'string' && requirement.trim() === criterion.trim();
}

function createRulingWithoutVerdict(requirement: string, problem: string): ParsedRuling {
  return { requirement, reasoning: '', verdict: 'cannot_tell', unproved: problem };
}

/** Returns the entries of a judge's answer; if there are none, the reason. */
function parseRulingEntries(answer: string, { turns }: JudgedContent): JsonObject[] | string {
  if (isBlank(answer)) return 'the judge answered nothing';
  const conversation = toRulingEntries(tryParseJson(removeCodeFence(answer)) ?? null);
  if (conversation !== undefined)
    return hasDuplicateVerdict(answer, conversation)
      ? describeContradiction('two verdicts in one entry')
      : conversation;
  const documents = [...listJsonTexts(answer)].map((text) => tryParseJson(text) ?? null);
  const [first = parseRepairedEntries(answer), ...otherEntries] = documents.flatMap((value) => {
    const entries = isJsonObject(value) && value.criteria === undefined ? undefined : toRulingEntries(value);
    return entries === undefined ? [] : [entries];
  });
  if (first === undefined) return describeUnreadableAnswer(answer);
  // Excludes what the judge quotes from the judged text, because a verdict in a quote is not the judge's.
  if (JSON.stringify(turns).includes('verdict')) {
    return `the judge must answer only JSON, because the conversation contains verdicts, got ${formatJsonForMessage(answer)}`;
  }
  const areAllEqual = otherEntries.every((entries) => JSON.stringify(entries) === JSON.stringify(first));
  return areAllEqual ? first : describeContradiction('two different answers in one reply');
}

/**
 * Returns true if an object in the answer contains two verdicts with the same key, of which JSON.parse would keep only
 * the last.
 */
function hasDuplicateVerdict(answer: string, entries: readonly JsonObject[]): boolean {
  return [...answer.matchAll(/(?<!\\)"verdict"\s*:/g)].length > entries.length;
}

function describeContradiction(contradiction: string): string {
  return `the judge contradicts itself: ${contradiction}`;
}

function removeCodeFence(answer: string): string {
  const text = answer.trim();
  const begin = /^```\w*[^\S\n]*\n/.exec(text)?.[0];
  return begin !== undefined && text.endsWith('```') ? text.slice(begin.length, -3).trim() : answer;
}

function parseRepairedEntries(answer: string): JsonObject[] | undefined {
  const value = repairJson(answer, (object) => toRulingEntries(object) !== undefined);
  return value === undefined ? undefined : toRulingEntries(value);
}

function toRulingEntries(value: Json): JsonObject[] | undefined {
  const list = isJsonObject(value) ? (value.criteria ?? (value.verdict === undefined ? undefined : [value])) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.every((entry) => isJsonObject(entry) && entry.verdict !== undefined)
    ? list.filter(isJsonObject)
    : undefined;
}

function describeUnreadableAnswer(answer: string): string {
  const isCut = /^\s*(?:```\w*\s*)?[{[]/.test(answer);
  return `the judge ${isCut ? 'answered incomplete JSON' : 'did not answer JSON'}: ${formatJsonForMessage(answer)}`;
}
