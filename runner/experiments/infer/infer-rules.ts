import { benjaminiHochberg } from '../../verdict/index.ts';
import { type Conversation, writesOf } from './conversation.ts';
import { canBeTested, testFeatures } from './permutation-test.ts';
import {
  featureLimits,
  listFeatures,
  outcomeOf,
  type ReadConversation,
  readConversation,
  type TestedKind,
  type TestedRule,
  testedKinds,
} from './tested-rules.ts';
import { findWrites, hasAllWrites, hasNoOtherWrites, type WriteEntry } from './write-rules.ts';

export type Rule =
  | { kind: 'must'; entries: WriteEntry[] }
  /** `optional` are those of the entries that are only in some good conversations. */
  | { kind: 'only'; entries: WriteEntry[]; optional: WriteEntry[] }
  | TestedRule;

export type InferredRule = {
  rule: Rule;
  /** The number of good conversations behind it. */
  support: number;
  /** The bad conversations that break it. */
  catches: string[];
  /** For rules that are tested against chance. */
  p?: number | undefined;
};

/** The conversations of one case. */
export type CaseConversations = { suiteKey: string; caseId: string; conversations: readonly Conversation[] };

export type InferredCase = CaseConversations & {
  rules: InferredRule[];
  /** The bad conversations that no rule catches. */
  missed: string[];
};

/** Of several rules that catch the same, people read the first few. */
const MOST_OF_A_KIND = 3;
const LEVEL = 0.05;

/**
 * Finds rules that hold in all good conversations of a case. *Must* and *only* say from how many good ones they are;
 * the others are tested against chance, over all cases together.
 */
export function inferRules(cases: readonly CaseConversations[], reads: readonly string[]): InferredCase[] {
  const read = cases.map((each) => {
    const conversations = each.conversations.map(readConversation);
    const writes = writeRules(conversations, reads);
    // What a rule on writes explains is no evidence for another rule, and would hide what is left.
    const open = conversations.filter(
      (conversation) => conversation.isGood || !writes.some(({ rule }) => breaksRule(rule, conversation, reads)),
    );
    return { each, conversations, writes, open };
  });
  const tested = testRounds(
    read.map(({ open }) => open),
    reads,
  );
  return read.map(({ each, conversations, writes }, place) =>
    describeCase(each, conversations, { rules: [...writes, ...(tested[place] ?? [])], reads }),
  );
}

/** More rounds than kinds of mistakes that a case shows. */
const MOST_ROUNDS = 5;

/**
 * The tested rules of each case. The bad conversations that a rule catches are left out of the next round, because
 * they hide what the others have in common. Where labels say nothing, the first round ends the search.
 */
function testRounds(
  cases: readonly (readonly ReadConversation[])[],
  reads: readonly string[],
): { rule: TestedRule; p: number }[][] {
  const chosen = cases.map((): { rule: TestedRule; p: number }[] => []);
  let open = cases;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const families = open.flatMap((conversations, place) => testFamilies(conversations, reads, place));
    const adjusted = benjaminiHochberg(families.map(({ p }) => p));
    const accepted = families.filter((_, index) => (adjusted[index] ?? 1) <= LEVEL);
    if (accepted.length === 0) break;
    const limit = Math.max(...accepted.map(({ p }) => p));
    for (const { place, rules } of accepted) {
      chosen[place]?.push(...chooseRules(rules.filter(({ p }) => p <= limit)));
    }
    open = open.map((conversations, place) =>
      conversations.filter(
        (conversation) =>
          conversation.isGood || !chosen[place]?.some(({ rule }) => outcomeOf(rule, conversation) === 'broken'),
      ),
    );
  }
  return chosen;
}

/** Tells whether a conversation breaks a rule. */
export function breaksRule(rule: Rule, conversation: ReadConversation, reads: readonly string[]): boolean {
  if (rule.kind === 'must') return !hasAllWrites(rule.entries, writesOf(conversation, reads));
  if (rule.kind === 'only') return !hasNoOtherWrites(rule.entries, writesOf(conversation, reads));
  return outcomeOf(rule, conversation) === 'broken';
}

type TestedFamily = {
  /** The index of the case. */
  place: number;
  p: number;
  rules: { rule: TestedRule; broken: ReadonlySet<number>; p: number }[];
};

function testFamilies(
  conversations: readonly ReadConversation[],
  reads: readonly string[],
  place: number,
): TestedFamily[] {
  const labels = conversations.map(({ isGood }) => isGood);
  if (!canBeTested(labels)) return [];
  return testedKinds.flatMap((kind: TestedKind): TestedFamily[] => {
    const features = listFeatures(kind, conversations, reads);
    if (features.length === 0) return [];
    const rules = testFeatures({ features, labels, limits: featureLimits[kind] });
    return [{ place, p: rules[0]?.p ?? 1, rules }];
  });
}

/** Rules that the same conversations break are one rule in several wordings; the longest wording says most. */
function chooseRules(rules: TestedFamily['rules']): { rule: TestedRule; p: number }[] {
  const bySet = new Map<string, TestedFamily['rules'][number]>();
  for (const rule of rules) {
    const key = [...rule.broken].join();
    const other = bySet.get(key);
    if (other === undefined || wordingLength(rule.rule) > wordingLength(other.rule)) bySet.set(key, rule);
  }
  return [...bySet.values()].slice(0, MOST_OF_A_KIND);
}

function wordingLength(rule: TestedRule): number {
  // A tool says more than any text.
  if (rule.kind === 'never') return 'tool' in rule ? Number.POSITIVE_INFINITY : rule.text.length;
  return 0;
}

/** One rule for each tool that must be called, and one for everything that may be. */
function writeRules(conversations: readonly Conversation[], reads: readonly string[]): { rule: Rule }[] {
  const good = conversations.filter(({ isGood }) => isGood);
  if (good.length === 0) return [];
  const { must, optional } = findWrites(good, reads);
  const tools = [...new Set(must.map(({ tool }) => tool))];
  return [
    ...tools.map((tool) => ({ rule: { kind: 'must' as const, entries: must.filter((entry) => entry.tool === tool) } })),
    { rule: { kind: 'only' as const, entries: [...must, ...optional], optional } },
  ];
}

function describeCase(
  each: CaseConversations,
  conversations: readonly ReadConversation[],
  { rules, reads }: { rules: readonly { rule: Rule; p?: number | undefined }[]; reads: readonly string[] },
): InferredCase {
  const good = conversations.filter(({ isGood }) => isGood);
  const bad = conversations.filter(({ isGood }) => !isGood);
  // Rules are made so that they hold in all good conversations; this makes sure.
  const sound = rules.filter(({ rule }) => !good.some((conversation) => breaksRule(rule, conversation, reads)));
  const inferred = sound.map(({ rule, p }): InferredRule => {
    const catches = bad.filter((conversation) => breaksRule(rule, conversation, reads));
    return { rule, support: good.length, catches: catches.map(({ source }) => source), p };
  });
  const caught = new Set(inferred.flatMap(({ catches }) => catches));
  const missed = bad.filter(({ source }) => !caught.has(source)).map(({ source }) => source);
  return { ...each, rules: inferred, missed };
}
