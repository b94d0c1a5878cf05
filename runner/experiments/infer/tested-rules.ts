import { normalizeTextLeniently } from '../../assertions/lenient-text.ts';
import { formatToolName } from '../../assertions/match-tool.ts';
import { type Conversation, isReadCall } from './conversation.ts';
import type { FeatureThresholds, RuleFeature } from './permutation-test.ts';

/** A possible rule that is tested for significance. */
export type TestedRule =
  | { kind: 'never'; tool: string }
  | { kind: 'never'; text: string }
  | { kind: 'order'; first: string; next: string }
  | { kind: 'said'; value: string }
  | { kind: 'asked'; fact: string; before: string };

export type TestedRuleKind = TestedRule['kind'];
export const testedRuleKinds = ['never', 'order', 'said', 'asked'] as const satisfies readonly TestedRuleKind[];

export const featureThresholds: Readonly<Record<TestedRuleKind, FeatureThresholds>> = {
  never: { minGood: 1, minCaught: 3 },
  order: { minGood: 3, minCaught: 1 },
  said: { minGood: 1, minCaught: 1 },
  asked: { minGood: 1, minCaught: 1 },
};

/** These limits protect against malicious or endless conversations. */
const MAX_TOOL_NAMES = 40;
const MAX_VALUES = 500;
const MAX_WORDS = 3_000;
const MAX_PHRASES = 10_000;
const MIN_CONVERSATIONS_WITH_PHRASE = 3;

/** A conversation with its searchable contents, which are extracted once. */
export type SearchableConversation = Conversation & {
  tools: readonly string[];
  /**
   * The answers in lower case, in which phrases are searched. In `numbered`, numbers are also normalized to the same
   * notation.
   */
  lowercaseAnswers: string;
  numbered: string;
};

/** Inserted between two answers, so that no phrase spans both of them. */
const ANSWER_SEPARATOR = '\n\u0002\n';

export function toSearchableConversation(conversation: Conversation): SearchableConversation {
  const answers = conversation.answers.join(ANSWER_SEPARATOR);
  return {
    ...conversation,
    tools: conversation.calls.map(formatToolName),
    lowercaseAnswers: normalizeTextLeniently(answers, { ignore_case: true }),
    numbered: normalizeTextLeniently(answers, { numbers: true }),
  };
}

/** Lists all possible rules of a kind, from good and bad conversations. */
export function listFeatures(
  kind: TestedRuleKind,
  conversations: readonly SearchableConversation[],
  reads: readonly string[],
): RuleFeature<TestedRule>[] {
  const rules = ruleListerByKind[kind](conversations, reads);
  const phrases = kind === 'never' ? listPhrases(conversations) : [];
  const features = rules.flatMap((rule) => {
    const outcomes = conversations.map((conversation) => evaluateRule(rule, conversation));
    const holds = listIndicesWithOutcome(outcomes, 'holds');
    const broken = listIndicesWithOutcome(outcomes, 'broken');
    return broken.size === 0 ? [] : [{ rule, holds, broken }];
  });
  return [...features, ...phrases];
}

const ruleListerByKind: Readonly<
  Record<TestedRuleKind, (conversations: readonly SearchableConversation[], reads: readonly string[]) => TestedRule[]>
> = {
  never: (conversations) => listToolNames(conversations).map((tool) => ({ kind: 'never', tool })),
  order: (conversations) => {
    const names = listToolNames(conversations).slice(0, MAX_TOOL_NAMES);
    return names.flatMap((first) =>
      names.flatMap((next): TestedRule[] => (first === next ? [] : [{ kind: 'order', first, next }])),
    );
  },
  said: (conversations) =>
    [...new Set(conversations.flatMap(({ values }) => [...values]))]
      .slice(0, MAX_VALUES)
      .map((value) => ({ kind: 'said', value })),
  asked: (conversations, reads) => {
    const facts = new Set(conversations.flatMap(({ facts = [] }) => facts.map(({ name }) => name)));
    const writes = new Set(
      conversations.flatMap(({ calls }) => calls.filter((call) => !isReadCall(call, reads)).map(formatToolName)),
    );
    return [...facts].flatMap((fact) => [...writes].map((before): TestedRule => ({ kind: 'asked', fact, before })));
  },
};

/** The result of a rule for a conversation. `neither` means that the rule does not apply. */
export function evaluateRule(rule: TestedRule, conversation: SearchableConversation): 'holds' | 'broken' | 'neither' {
  switch (rule.kind) {
    case 'never': {
      const occurs =
        'tool' in rule ? conversation.tools.includes(rule.tool) : conversation.lowercaseAnswers.includes(rule.text);
      return occurs ? 'broken' : 'holds';
    }
    case 'order': {
      const { tools } = conversation;
      const [first, next] = [tools.indexOf(rule.first), tools.indexOf(rule.next)];
      if (next === -1) return 'neither';
      return first !== -1 && first < next ? 'holds' : 'broken';
    }
    case 'said': {
      // Has the same result as the assertion `contains` with `numbers` and `on: any`.
      if (!conversation.numbered.includes(normalizeTextLeniently(rule.value, { numbers: true }))) return 'broken';
      return conversation.values.has(rule.value) ? 'holds' : 'neither';
    }
    case 'asked':
      return evaluateAskBeforeCallRule(rule, conversation);
    default:
      return rule satisfies never;
  }
}

/**
 * Has the same result as the assertion `elicited`: the agent must ask in an earlier turn than that of the first call.
 */
function evaluateAskBeforeCallRule(
  { fact, before }: Extract<TestedRule, { kind: 'asked' }>,
  { facts, calls }: SearchableConversation,
): 'holds' | 'broken' | 'neither' {
  if (facts === undefined) return 'neither';
  const limit = calls.find((call) => formatToolName(call) === before)?.turn ?? Number.POSITIVE_INFINITY;
  const turn = facts.find(({ name }) => name === fact)?.askedAtTurn ?? Number.POSITIVE_INFINITY;
  return turn < limit ? 'holds' : 'broken';
}

function listIndicesWithOutcome(outcomes: readonly string[], outcome: string): ReadonlySet<number> {
  return new Set(outcomes.flatMap((each, index) => (each === outcome ? [index] : [])));
}

function listToolNames(conversations: readonly SearchableConversation[]): string[] {
  return [...new Set(conversations.flatMap(({ tools }) => tools))].filter((name) => name !== '');
}

/**
 * Lists the phrases of one to three words that occur in several conversations, regardless of the labels. Uses an index
 * of words, because searching every text for every phrase would take minutes.
 */
function listPhrases(conversations: readonly SearchableConversation[]): RuleFeature<TestedRule>[] {
  const places = new Map<string, Set<number>>();
  for (const [index, { lowercaseAnswers }] of conversations.entries()) {
    for (const phrase of collectPhrases(lowercaseAnswers)) {
      const phrasesOfConversation = places.get(phrase) ?? new Set();
      places.set(phrase, phrasesOfConversation.add(index));
    }
  }
  const commonPhrases = [...places].filter(
    ([, { size }]) => size >= MIN_CONVERSATIONS_WITH_PHRASE && size < conversations.length,
  );
  const allIndices = conversations.map((_, index) => index);
  return commonPhrases.slice(0, MAX_PHRASES).map(([text, broken]) => ({
    rule: { kind: 'never', text },
    holds: new Set(allIndices.filter((index) => !broken.has(index))),
    broken,
  }));
}

function collectPhrases(lowercaseAnswers: string): string[] {
  let remainingWords = MAX_WORDS;
  return lowercaseAnswers.split(ANSWER_SEPARATOR).flatMap((answer) => {
    const matches = [...answer.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu)].slice(0, remainingWords);
    remainingWords -= matches.length;
    const words = matches.map(([word]) => word);
    return words.flatMap((word, index) => [
      ...(word.length < 4 ? [] : [word]),
      ...[2, 3].flatMap((length) => {
        const phrase = words.slice(index, index + length).join(' ');
        // Words with an emoji or a punctuation mark between them are not joined to a phrase, because the answer does
        // not contain that phrase.
        return index + length <= words.length && answer.startsWith(phrase, matches[index]?.index) ? [phrase] : [];
      }),
    ]);
  });
}
