import { createValueCache } from '../values/index.ts';
import type { UserContract, UserContractFact } from './contract.ts';
import { createCheckOfStatedValue } from './is-value-stated.ts';
import { extractNameWords, indexWordSpans, normalizeText, stemWordsOfText, type TokenSpan } from './name-tokens.ts';
import { type AgentSentence, parseSentences } from './sentences.ts';

/** What a message of the agent asks the user for. */
export type AskedFactsOfMessage = {
  /** The names of the facts that the message asks for by name or alias, in the order in which the user lists them. */
  facts: UserContractFact[];
  /** Facts whose value occurs in a question or a request, as in "is it W2378156?" */
  readBack: UserContractFact[];
  /** The names in `unknown` that the message asks for. */
  unknown: string[];
  /** Sentences that ask for something that is neither a fact of the user nor listed as unknown. */
  other: AgentSentence[];
  /** All sentences that ask for something, closing questions included. */
  sentences: AgentSentence[];
};

type AskableNames = Pick<UserContract, 'facts' | 'unknown'>;

/** Finds what a message of the agent asks the user for. All other code relies on this function to decide it. */
export function findAskedFacts(message: string, names: AskableNames): AskedFactsOfMessage {
  return createFinderOfAskedNames(names)(message);
}

type AskedNamesFinder = (message: string) => AskedFactsOfMessage;

/**
 * The finders for contracts in use. They are cached, because the user, its guard and the report analyse the same
 * messages.
 */
const askedNamesFinderCache = new WeakMap<AskableNames, AskedNamesFinder>();

/** Like `findAskedFacts`, for many messages: it parses the names of facts and each message only once. */
export function createFinderOfAskedNames(names: AskableNames): AskedNamesFinder {
  const existing = askedNamesFinderCache.get(names);
  if (existing !== undefined) return existing;
  const find = cacheByMessage(createUncachedFinder(names));
  askedNamesFinderCache.set(names, find);
  return find;
}

function cacheByMessage(find: AskedNamesFinder): AskedNamesFinder {
  const found = new Map<string, AskedFactsOfMessage>();
  return (message) => {
    const earlier = found.get(message);
    if (earlier !== undefined) return earlier;
    const asked = find(message);
    found.set(message, asked);
    return asked;
  };
}

function createUncachedFinder({ facts, unknown }: AskableNames): AskedNamesFinder {
  const names = [
    ...facts.flatMap((fact) => [fact.name, ...fact.aliases].map((name) => ({ name, owner: fact.name }))),
    ...unknown.map((name) => ({ name, owner: name })),
  ].map(({ name, owner }): OwnedName => ({ owner, ...parseName(name) }));
  const values = facts.map((fact) => ({ fact, isToldIn: createCheckOfStatedValue(fact.value) }));
  return (message) => {
    const sentences = parseSentences(message).filter(({ asks }) => asks !== 'none');
    const owners = new Set<string>();
    const other: AgentSentence[] = [];
    const readable = sentences.filter(({ asks }) => asks !== 'closing' && asks !== 'goal');
    for (const sentence of readable) {
      const matches = findNamesInQuestion(sentence.asked, names);
      for (const owner of matches) owners.add(owner);
      if (matches.length === 0 && sentence.asks === 'information') other.push(sentence);
    }
    return {
      facts: facts.filter(({ name }) => owners.has(name)),
      readBack: values.filter(({ isToldIn }) => readable.some(({ asked }) => isToldIn(asked))).map(({ fact }) => fact),
      unknown: unknown.filter((name) => owners.has(name)),
      other,
      sentences,
    };
  };
}

/** The name of a fact, parsed; `text` contains the stems of the name, separated by spaces. */
type ParsedName = { words: readonly string[]; text: string };
type OwnedName = ParsedName & { owner: string };

/**
 * The parsed names of recently used contracts. They are cached, because the cases of a suite often have the same names.
 */
const parsedNameCache = createValueCache<ParsedName>(500, () => 1);

function parseName(name: string): ParsedName {
  const recent = parsedNameCache.get(name);
  if (recent !== undefined) return recent;
  const text = ` ${stemWordsOfText(normalizeText(name)).join(' ')} `;
  const parsed: ParsedName = { words: extractNameWords(name), text };
  parsedNameCache.keep(name, parsed);
  return parsed;
}

/** `tokens` has the positions of the words in the sentence that match the name. */
type NameMatch = { owner: string; tokens: ReadonlySet<number>; length: number; isExact: boolean };

function findNamesInQuestion(question: string, names: readonly OwnedName[]): string[] {
  const stems = stemWordsOfText(question);
  const spans = indexWordSpans(stems);
  const text = ` ${stems.join(' ')} `;
  const matches = names.flatMap((name): NameMatch[] => {
    const bestOccurrence = findNearestOccurrences(name.words, spans);
    return bestOccurrence === undefined
      ? []
      : [{ ...bestOccurrence, owner: name.owner, isExact: text.includes(name.text) }];
  });
  return matches.filter((match) => !isCoveredByLongerMatch(match, matches)).map(({ owner }) => owner);
}

/**
 * True if all words of a name belong to longer names in the sentence; then the sentence asks only for these longer
 * names.
 */
function isCoveredByLongerMatch(match: NameMatch, matches: readonly NameMatch[]): boolean {
  const longer = matches.filter(({ owner, length, isExact }) => {
    if (owner === match.owner) return false;
    return length > match.length || (length === match.length && isExact && !match.isExact);
  });
  return [...match.tokens].every((token) => longer.some(({ tokens }) => tokens.has(token)));
}

/**
 * Finds the tokens of a sentence that match the words of a name and are near each other; undefined if a word is
 * missing.
 */
function findNearestOccurrences(
  words: readonly string[],
  spans: ReadonlyMap<string, TokenSpan[]>,
): Pick<NameMatch, 'tokens' | 'length'> | undefined {
  const [firstWord = '', ...otherWords] = words;
  const first = spans.get(firstWord);
  const start = first?.find(({ isInsidePhrase }) => !isInsidePhrase) ?? first?.[0];
  if (first === undefined || start === undefined) return undefined;
  const chosen = [start];
  for (const word of otherWords) {
    const nearest = findNearestSpan(spans.get(word) ?? [], start);
    if (nearest === undefined) return undefined;
    chosen.push(nearest);
  }
  if (chosen.every(({ isInsidePhrase }) => isInsidePhrase)) return undefined;
  const length = collectTokens(chosen).size;
  const matchedSpans = otherWords.length === 0 ? first.filter(({ isInsidePhrase }) => !isInsidePhrase) : chosen;
  return { tokens: collectTokens(matchedSpans), length };
}

function findNearestSpan(spans: readonly TokenSpan[], start: TokenSpan): TokenSpan | undefined {
  return spans.reduce<TokenSpan | undefined>(
    (best, span) =>
      best === undefined || measureSpanDistance(span, start) < measureSpanDistance(best, start) ? span : best,
    undefined,
  );
}

function collectTokens(spans: readonly TokenSpan[]): Set<number> {
  const tokens = new Set<number>();
  for (const { start, end } of spans) for (let token = start; token < end; token += 1) tokens.add(token);
  return tokens;
}

function measureSpanDistance(span: TokenSpan, from: TokenSpan): number {
  return Math.abs(span.start - from.start) + (span.isInsidePhrase ? 0.5 : 0);
}
