import { isForbiddingAssertion, requiresText } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { hasChangeVerb, hasFailed, splitNameWithoutServer } from '../../assertions/match-tool.ts';
import type { Assertion, DynamicCase, ToolCall, Turn } from '../../contract/index.ts';
import { namesTool } from '../attempt/repeated-calls.ts';

/**
 * Finds a change that the agent made in the same turn in which it asked whether it should make it, if the case is about
 * this question: the name of the case speaks of consent, or a rule requires the question.
 */
export function findCallsBeforeConsent({
  testCase,
  rules,
  turns,
}: {
  testCase: Pick<DynamicCase, 'id' | 'name'>;
  /** All rules of the case, except the rules in `never`. */
  rules: readonly Assertion[];
  turns: readonly Turn[];
}): string[] {
  if (turns.length < 2) return [];
  const isNamed = aboutConsent.test(`${testCase.id.replaceAll(/[-_]/g, ' ')} ${testCase.name ?? ''}`);
  // The last turn has no answer of the user.
  return turns.slice(0, -1).flatMap(({ turn, response }) => {
    if (response === undefined || !response.content.includes('?')) return [];
    const sentences = response.content.split(/(?<=[.!?\n])\s*/);
    const changes = response.toolCalls.filter(
      (call) => hasChangeVerb(call) && !hasFailed(call) && rules.some((rule) => requiresTool(rule, call)),
    );
    return changes.flatMap((call) => {
      const question = sentences.find((sentence) => asksToMake(call, sentence));
      if (question === undefined) return [];
      const others = sentences.filter((sentence) => sentence !== question).join(' ');
      if (!isNamed && !rules.some((rule) => requiresQuestion(rule, { question, others }))) return [];
      return [
        `${call.tool} was called in turn ${turn}, before the user could answer ${JSON.stringify(question.trim())}; a rule with "times": 0 in that turn forbids it`,
      ];
    });
  });
}

const aboutConsent =
  /^(?!.*\bwithout\b).*\b(?:consents?|confirm(?:s|ed|ation)?|agree[sd]?|agreement|approv(?:es?|ed|al)|permission|asks? (?:first|before)|(?:says?|said) yes|go-?ahead)\b/i;

function requiresTool(rule: Assertion, call: ToolCall): boolean {
  return !isForbiddingAssertion(rule) && namesTool(rule, call);
}

/** True for a question such as "Shall I transfer 200 EUR?", except about one more change. */
function asksToMake({ tool }: ToolCall, sentence: string): boolean {
  const [verb = ''] = splitNameWithoutServer(tool);
  return (
    sentence.trim().endsWith('?') &&
    asksForConsent.test(sentence) &&
    sentence.toLowerCase().includes(verb.slice(0, STEM_LENGTH)) &&
    !/\b(?:another|again|any|anything|more|also|else|too|next|other)\b/i.test(sentence)
  );
}

const asksForConsent =
  /\b(?:shall|should|may|can) (?:i|we)\b|\b(?:do|would) you (?:really |still )?(?:want|like|agree|wish)\b|\b(?:confirm|are you sure|is that (?:ok|okay|right|correct)|go ahead|proceed)\b/i;

/** "cancel" and "cancellation" begin with the same letters. */
const STEM_LENGTH = 6;

function requiresQuestion(rule: Assertion, { question, others }: { question: string; others: string }): boolean {
  return requiresText(rule) && acceptsText(rule, question) && !acceptsText(rule, others);
}
