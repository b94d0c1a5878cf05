import { requiresText } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { hasChangeVerb, hasFailed, isToolNamed } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, CheckpointResult, DynamicCase, Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { isValueStatedIn } from '../../simulated-user/index.ts';
import type { BuiltInUser } from './built-in-user.ts';

/**
 * Finds checkpoints whose id says that the agent asks for something, but which were reached by an answer that asks for
 * nothing where it has the text of the checkpoint.
 */
export function findCheckpointsReachedWithoutQuestion({
  testCase: { checkpoints },
  results,
  turns,
}: {
  testCase: Pick<DynamicCase, 'checkpoints'>;
  results: readonly CheckpointResult[];
  turns: readonly Turn[];
}): string[] {
  return checkpoints.flatMap(({ id, assert }) => {
    if (!askingId.test(id) || assert.length === 0 || !assert.every(requiresText)) return [];
    const reachedAtTurn = results.find((result) => result.id === id)?.reachedAtTurn;
    const answer = turns.find(({ turn }) => turn === reachedAtTurn)?.response?.content ?? '';
    const sentences = answer.split(/(?<=[.!?\n])\s+/).filter((text) => assert.some((rule) => acceptsText(rule, text)));
    const [sentence] = sentences;
    if (sentence === undefined || sentences.some((text) => askingText.test(text))) return [];
    return [
      `checkpoint ${id} was reached in turn ${reachedAtTurn} by ${JSON.stringify(sentence)}, which asks for nothing; require more words of the question`,
    ];
  });
}

const askingId = /(?:^|[^\p{L}])ask(?:s|ed|ing)?(?:[^\p{L}]|$)/iu;
const askingText =
  /[?？؟]|\b(?:please|need|require|tell|give|provide|send|share|enter|type|confirm|let me|let us|may i|can i|could i|what|which)\b/i;

/**
 * Finds a call that changes something and that a rule requires, made before the user told a fact that the agent has to
 * ask for, if "before" names only another, later call or no call.
 */
export function findChangesBeforeElicitedFacts({
  rules,
  turns,
  toolCalls,
  user,
}: {
  /** All rules of the case, except the rules in `never`. */
  rules: readonly Assertion[];
  turns: readonly Turn[];
  toolCalls: readonly ToolCallWithTurn[];
  user: BuiltInUser | undefined;
}): string[] {
  if (user === undefined) return [];
  const required = rules.flatMap((rule) => (rule.type === 'tool_called' ? parseExpectedCall(rule).names : []));
  return rules.flatMap((rule) => {
    if (rule.type !== 'elicited' || (rule.before !== undefined && rule.before.type !== 'tool_called')) return [];
    const namesOfBefore = rule.before === undefined ? [] : parseExpectedCall(rule.before).names;
    const changes = toolCalls.filter(
      (call) =>
        hasChangeVerb(call) &&
        !hasFailed(call) &&
        required.some((name) => isToolNamed(call, name)) &&
        !namesOfBefore.some((name) => isToolNamed(call, name)),
    );
    return [rule.value].flat().flatMap((name) => {
      const fact = user.contract.facts.find((each) => each.name === name);
      if (fact === undefined) return [];
      const told = turns.find(({ input }) => isValueStatedIn(fact.value, formatContentText(input ?? '')))?.turn ?? 0;
      const early = changes.find(({ turn = told }) => turn < told);
      if (early === undefined) return [];
      const gap =
        namesOfBefore.length === 0 ? '"elicited" has no "before"' : `"before" names only ${namesOfBefore.join(' or ')}`;
      return [
        `${early.tool} was called in turn ${early.turn}, before the user told ${name}, and ${gap}; name the call that must wait`,
      ];
    });
  });
}
