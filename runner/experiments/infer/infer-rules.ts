import { type Conversation, listWrites } from './conversation.ts';
import { canBeTested, createPermutationTest, type RuleFeature, type TestedFeatures } from './permutation-test.ts';
import {
  evaluateRule,
  featureThresholds,
  listFeatures,
  type SearchableConversation,
  type TestedRule,
  testedRuleKinds,
  toSearchableConversation,
} from './tested-rules.ts';
import { findWrites, hasAllWrites, hasNoOtherWrites, type WriteEntry } from './write-rules.ts';

export type InferableRule =
  | { kind: 'must'; entries: WriteEntry[] }
  /** Only these writes are allowed. `optional` lists those that occur only in some good conversations. */
  | { kind: 'only'; entries: WriteEntry[]; optional: WriteEntry[] }
  | TestedRule;

export type InferredRule = {
  rule: InferableRule;
  /** The number of good conversations that support the rule. */
  support: number;
  /** The bad conversations that break the rule. */
  catches: string[];
  /** The probability that the rule is due to chance; set for rules with a statistical test. */
  p?: number | undefined;
};

/** The conversations of one case. */
export type CaseConversations = { suiteKey: string; caseId: string; conversations: readonly Conversation[] };

export type InferredCase = CaseConversations & {
  rules: InferredRule[];
  /** The bad conversations that no rule catches. */
  missed: string[];
};

/** If several rules catch the same conversations, only this many are shown. */
const MOST_OF_A_KIND = 3;
const LEVEL = 0.05;

/**
 * Finds rules that hold in all good conversations of a case. *Must* and *only* rules state how many good conversations
 * support them; all other rules are tested against chance, over all cases together.
 */
export function inferRules(cases: readonly CaseConversations[], reads: readonly string[]): InferredCase[] {
  const writes = cases.map(({ conversations }) => createWriteRules(conversations, reads));
  const tested = testRulesInRounds(cases, writes, reads);
  return cases.map((each, index) => describeCase(each, [...(writes[index] ?? []), ...(tested[index] ?? [])], reads));
}

/** The maximum number of rounds; a case rarely shows so many kinds of mistakes. */
const MOST_ROUNDS = 5;

type ChosenRule = { rule: TestedRule; p: number };

/**
 * The tested rules of each case. The bad conversations that a rule catches are left out of the next round, because they
 * would hide what the remaining ones have in common. The search ends with the first round that finds no rule.
 */
function testRulesInRounds(
  cases: readonly CaseConversations[],
  writes: readonly (readonly { rule: InferableRule }[])[],
  reads: readonly string[],
): ChosenRule[][] {
  const chosen = cases.map((): ChosenRule[] => []);
  // Conversations are prepared one case at a time, because all of them at once would take too much memory.
  const families = cases.map((each, index) => testRulesOfCase(each, writes[index] ?? [], reads));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const all = families.flatMap((ofCase, index) => ofCase.map((family) => ({ ...family, place: index })));
    const listAcceptedFamilies = selectSignificantRuleFamilies(all);
    if (listAcceptedFamilies.length === 0) break;
    for (const { place, features, limit } of listAcceptedFamilies) {
      chosen[place]?.push(...chooseRules(features.filter(({ p }) => p <= limit)));
    }
    if (round === MOST_ROUNDS - 1) break;
    for (const index of new Set(listAcceptedFamilies.map((family) => family.place))) {
      const [each, ofCase = [], own = []] = [cases[index], writes[index], chosen[index]];
      if (each !== undefined) families[index] = testRulesOfCase(each, [...ofCase, ...own], reads);
    }
  }
  return chosen;
}

/**
 * Chooses the families of rules that are unlikely to be chance, with a limit for the p-values of their rules. With few
 * conversations only few p-values are possible, so each family counts with the false alarms that it can cause: J.
 * Heyse, "A False Discovery Rate Procedure for Categorical Data" (2011).
 */
function selectSignificantRuleFamilies<Family extends TestedRuleFamily>(
  families: readonly Family[],
): (Family & { limit: number })[] {
  const accepted = (limit: number): Family[] => families.filter(({ p, penalty }) => p * penalty <= limit);
  const estimateFalseAlarms = (limit: number): number =>
    families
      .map(({ possible, penalty }) => Math.max(0, ...possible.filter((p) => p * penalty <= limit)))
      .reduce((sum, share) => sum + share, 0);
  const limits = families.map(({ p, penalty }) => p * penalty).filter((limit) => limit <= LEVEL);
  const most = Math.max(0, ...limits.filter((limit) => estimateFalseAlarms(limit) <= LEVEL * accepted(limit).length));
  return accepted(most).map((family) => ({ ...family, limit: most / family.penalty }));
}

/** Tells whether a conversation breaks a rule. */
export function breaksRule(
  rule: InferableRule,
  conversation: SearchableConversation,
  reads: readonly string[],
): boolean {
  if (rule.kind === 'must') return !hasAllWrites(rule.entries, listWrites(conversation, reads));
  if (rule.kind === 'only') return !hasNoOtherWrites(rule.entries, listWrites(conversation, reads));
  return evaluateRule(rule, conversation) === 'broken';
}

type TestedRuleFamily = TestedFeatures<TestedRule> & { penalty: number };

/**
 * Rules on texts need stronger evidence: there are thousands of possible texts, and few mistakes are mistakes of
 * wording.
 */
const PENALTY_OF_TEXTS = 5;

/**
 * Leaves out bad conversations that a rule on writes already explains. They are no evidence for another rule, and they
 * would hide the remaining mistakes.
 */
function testRulesOfCase(
  { conversations }: CaseConversations,
  explained: readonly { rule: InferableRule }[],
  reads: readonly string[],
): TestedRuleFamily[] {
  const open = conversations
    .map(toSearchableConversation)
    .filter((each) => each.isGood || !explained.some(({ rule }) => breaksRule(rule, each, reads)));
  const labels = open.map(({ isGood }) => isGood);
  if (!canBeTested(labels)) return [];
  const test = createPermutationTest(labels);
  const groups = testedRuleKinds.map((kind) => ({
    features: listFeatures(kind, open, reads),
    limits: featureThresholds[kind],
  }));
  const texts = groups.map((group) => ({ ...group, features: group.features.filter(isTextRule) }));
  const others = groups.map((group) => ({ ...group, features: group.features.filter((each) => !isTextRule(each)) }));
  return [
    ...texts.map((group) => ({ ...test.testEach(group), penalty: PENALTY_OF_TEXTS })),
    { ...test.testTogether(others), penalty: 1 },
  ].filter(({ possible }) => possible.length > 1);
}

function isTextRule({ rule }: RuleFeature<TestedRule>): boolean {
  return 'text' in rule;
}

/**
 * Rules that are broken by the same conversations are treated as one rule in several wordings; the longest wording is
 * the most specific.
 */
function chooseRules(rules: TestedRuleFamily['features']): { rule: TestedRule; p: number }[] {
  const bySet = new Map<string, TestedRuleFamily['features'][number]>();
  for (const rule of rules) {
    const key = [...rule.broken].join();
    const other = bySet.get(key);
    if (other === undefined || computeWordingLength(rule.rule) > computeWordingLength(other.rule)) bySet.set(key, rule);
  }
  return [...bySet.values()].slice(0, MOST_OF_A_KIND);
}

function computeWordingLength(rule: TestedRule): number {
  // A rule about a tool is more informative than one about a text.
  if (rule.kind === 'never') return 'tool' in rule ? Number.POSITIVE_INFINITY : rule.text.length;
  return 0;
}

/** Creates one rule for each tool that must be called, and one rule that lists all allowed writes. */
function createWriteRules(conversations: readonly Conversation[], reads: readonly string[]): { rule: InferableRule }[] {
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
  rules: readonly { rule: InferableRule; p?: number | undefined }[],
  reads: readonly string[],
): InferredCase {
  const conversations = each.conversations.map(toSearchableConversation);
  const good = conversations.filter(({ isGood }) => isGood);
  const bad = conversations.filter(({ isGood }) => !isGood);
  // The rules are constructed so that they hold in all good conversations; this filter makes sure.
  const sound = rules.filter(({ rule }) => !good.some((conversation) => breaksRule(rule, conversation, reads)));
  const inferred = sound.map(({ rule, p }): InferredRule => {
    const catches = bad.filter((conversation) => breaksRule(rule, conversation, reads));
    return { rule, support: good.length, catches: catches.map(({ source }) => source), p };
  });
  const caught = new Set(inferred.flatMap(({ catches }) => catches));
  const missed = bad.filter(({ source }) => !caught.has(source)).map(({ source }) => source);
  return { ...each, rules: inferred, missed };
}
