import { type Conversation, listWrites } from './conversation.ts';
import { canBeTested, createPermutationTest, type FeatureTestResult, type RuleFeature } from './permutation-test.ts';
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
  /**
   * Allows no calls that change something except these. `optional` lists those that only some good conversations
   * contain.
   */
  | { kind: 'only'; entries: WriteEntry[]; optional: WriteEntry[] }
  | TestedRule;

export type InferredRule = {
  rule: InferableRule;
  /** The number of good conversations in which the rule holds. */
  support: number;
  /** The bad conversations that break the rule. */
  catches: string[];
  /** The probability that the rule holds by chance; undefined for rules that are not tested statistically. */
  p?: number | undefined;
};

/** The recorded conversations of one case. */
export type CaseConversations = { suiteKey: string; caseId: string; conversations: readonly Conversation[] };

export type InferredCase = CaseConversations & {
  rules: InferredRule[];
  /** The bad conversations that break none of the rules. */
  missed: string[];
};

/** If several rules are broken by the same bad conversations, at most this many of them are shown. */
const MAX_EQUAL_RULES = 3;
const SIGNIFICANCE_LEVEL = 0.05;

/**
 * Finds rules that hold in all good conversations of a case. For the kinds *must* and *only*, the number of good
 * conversations is reported as support. All other rules are tested for significance, over all cases together.
 */
export function inferRules(cases: readonly CaseConversations[], reads: readonly string[]): InferredCase[] {
  const writeRulesByCase = cases.map(({ conversations }) => createWriteRules(conversations, reads));
  const testedRulesByCase = testRulesInRounds(cases, writeRulesByCase, reads);
  return cases.map((caseConversations, index) =>
    describeCase(caseConversations, [...(writeRulesByCase[index] ?? []), ...(testedRulesByCase[index] ?? [])], reads),
  );
}

/** The maximum number of rounds. A case rarely contains more kinds of mistakes. */
const MAX_ROUNDS = 5;

type ChosenRule = { rule: TestedRule; p: number };

/**
 * Finds the significant rules of each case in several rounds. Bad conversations that break a rule are left out of the
 * next round, because they would hide what the others have in common. Stops after a round without a new rule.
 */
function testRulesInRounds(
  cases: readonly CaseConversations[],
  writeRulesByCase: readonly (readonly { rule: InferableRule }[])[],
  reads: readonly string[],
): ChosenRule[][] {
  const chosenRulesByCase = cases.map((): ChosenRule[] => []);
  // Prepares the conversations of one case at a time, because all of them at once would take too much memory.
  const familiesByCase = cases.map((caseConversations, index) =>
    testRulesOfCase(caseConversations, writeRulesByCase[index] ?? [], reads),
  );
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const allFamilies = familiesByCase.flatMap((families, index) =>
      families.map((family) => ({ ...family, place: index })),
    );
    const acceptedFamilies = selectSignificantRuleFamilies(allFamilies);
    if (acceptedFamilies.length === 0) break;
    for (const { place, features, limit } of acceptedFamilies) {
      chosenRulesByCase[place]?.push(...chooseRules(features.filter(({ p }) => p <= limit)));
    }
    if (round === MAX_ROUNDS - 1) break;
    for (const index of new Set(acceptedFamilies.map((family) => family.place))) {
      const [caseConversations, writeRules = [], chosenRules = []] = [
        cases[index],
        writeRulesByCase[index],
        chosenRulesByCase[index],
      ];
      if (caseConversations !== undefined)
        familiesByCase[index] = testRulesOfCase(caseConversations, [...writeRules, ...chosenRules], reads);
    }
  }
  return chosenRulesByCase;
}

/**
 * Selects the families of rules that are significant, and the limit for the p-values of their rules. With few
 * conversations, only a few p-values are possible, so each family is weighted by the number of false alarms that it can
 * cause: J. Heyse, "A False Discovery Rate Procedure for Categorical Data" (2011).
 */
function selectSignificantRuleFamilies<Family extends TestedRuleFamily>(
  families: readonly Family[],
): (Family & { limit: number })[] {
  const selectFamiliesWithin = (limit: number): Family[] => families.filter(({ p, penalty }) => p * penalty <= limit);
  const estimateFalseAlarms = (limit: number): number =>
    families
      .map(({ possible, penalty }) => Math.max(0, ...possible.filter((p) => p * penalty <= limit)))
      .reduce((sum, share) => sum + share, 0);
  const limits = families.map(({ p, penalty }) => p * penalty).filter((limit) => limit <= SIGNIFICANCE_LEVEL);
  const largestLimit = Math.max(
    0,
    ...limits.filter((limit) => estimateFalseAlarms(limit) <= SIGNIFICANCE_LEVEL * selectFamiliesWithin(limit).length),
  );
  return selectFamiliesWithin(largestLimit).map((family) => ({ ...family, limit: largestLimit / family.penalty }));
}

/** Returns true if a conversation breaks the rule. */
export function breaksRule(
  rule: InferableRule,
  conversation: SearchableConversation,
  reads: readonly string[],
): boolean {
  if (rule.kind === 'must') return !hasAllWrites(rule.entries, listWrites(conversation, reads));
  if (rule.kind === 'only') return !hasNoOtherWrites(rule.entries, listWrites(conversation, reads));
  return evaluateRule(rule, conversation) === 'broken';
}

type TestedRuleFamily = FeatureTestResult<TestedRule> & { penalty: number };

/**
 * Rules about texts need stronger evidence, because thousands of texts are possible, but few mistakes are mistakes of
 * wording.
 */
const TEXT_RULE_PENALTY = 5;

/**
 * Leaves out bad conversations that break a rule about calls that change something. They are no evidence for other
 * rules, and they would hide the remaining mistakes.
 */
function testRulesOfCase(
  { conversations }: CaseConversations,
  explainingRules: readonly { rule: InferableRule }[],
  reads: readonly string[],
): TestedRuleFamily[] {
  const unexplainedConversations = conversations
    .map(toSearchableConversation)
    .filter((each) => each.isGood || !explainingRules.some(({ rule }) => breaksRule(rule, each, reads)));
  const labels = unexplainedConversations.map(({ isGood }) => isGood);
  if (!canBeTested(labels)) return [];
  const test = createPermutationTest(labels);
  const groups = testedRuleKinds.map((kind) => ({
    features: listFeatures(kind, unexplainedConversations, reads),
    limits: featureThresholds[kind],
  }));
  const textGroups = groups.map((group) => ({ ...group, features: group.features.filter(isTextRule) }));
  const otherGroups = groups.map((group) => ({
    ...group,
    features: group.features.filter((each) => !isTextRule(each)),
  }));
  return [
    ...textGroups.map((group) => ({ ...test.testEach(group), penalty: TEXT_RULE_PENALTY })),
    { ...test.testTogether(otherGroups), penalty: 1 },
  ].filter(({ possible }) => possible.length > 1);
}

function isTextRule({ rule }: RuleFeature<TestedRule>): boolean {
  return 'text' in rule;
}

/** Of the rules that the same conversations break, keeps the most specific one, which has the longest text. */
function chooseRules(rules: TestedRuleFamily['features']): { rule: TestedRule; p: number }[] {
  const rulesByCaughtSet = new Map<string, TestedRuleFamily['features'][number]>();
  for (const rule of rules) {
    const key = [...rule.broken].join();
    const other = rulesByCaughtSet.get(key);
    if (other === undefined || computeWordingLength(rule.rule) > computeWordingLength(other.rule))
      rulesByCaughtSet.set(key, rule);
  }
  return [...rulesByCaughtSet.values()].slice(0, MAX_EQUAL_RULES);
}

function computeWordingLength(rule: TestedRule): number {
  // Prefers rules about tools to rules about texts, because they say more.
  if (rule.kind === 'never') return 'tool' in rule ? Number.POSITIVE_INFINITY : rule.text.length;
  return 0;
}

/** Creates a rule for each tool that must be called, and one rule with all allowed calls that change something. */
function createWriteRules(conversations: readonly Conversation[], reads: readonly string[]): { rule: InferableRule }[] {
  const goodConversations = conversations.filter(({ isGood }) => isGood);
  if (goodConversations.length === 0) return [];
  const { must, optional } = findWrites(goodConversations, reads);
  const tools = [...new Set(must.map(({ tool }) => tool))];
  return [
    ...tools.map((tool) => ({ rule: { kind: 'must' as const, entries: must.filter((entry) => entry.tool === tool) } })),
    { rule: { kind: 'only' as const, entries: [...must, ...optional], optional } },
  ];
}

function describeCase(
  caseConversations: CaseConversations,
  rules: readonly { rule: InferableRule; p?: number | undefined }[],
  reads: readonly string[],
): InferredCase {
  const conversations = caseConversations.conversations.map(toSearchableConversation);
  const goodConversations = conversations.filter(({ isGood }) => isGood);
  const badConversations = conversations.filter(({ isGood }) => !isGood);
  // Drops any rule that a good conversation breaks. There should be none.
  const soundRules = rules.filter(
    ({ rule }) => !goodConversations.some((conversation) => breaksRule(rule, conversation, reads)),
  );
  const inferredRules = soundRules.map(({ rule, p }): InferredRule => {
    const catches = badConversations.filter((conversation) => breaksRule(rule, conversation, reads));
    return { rule, support: goodConversations.length, catches: catches.map(({ source }) => source), p };
  });
  const caughtConversations = new Set(inferredRules.flatMap(({ catches }) => catches));
  const missed = badConversations.filter(({ source }) => !caughtConversations.has(source)).map(({ source }) => source);
  return { ...caseConversations, rules: inferredRules, missed };
}
