import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { hasFailed, isToolNamed } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, DynamicCase, EndReason, Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { isValueStatedIn } from '../../simulated-user/index.ts';
import { namesTool } from '../attempt/repeated-calls.ts';
import type { BuiltInUser } from './built-in-user.ts';
import { listAssertions } from './rules.ts';

type PassedConversation = {
  testCase: DynamicCase;
  turns: readonly Turn[];
  toolCalls: readonly ToolCallWithTurn[];
  endReason: EndReason;
  user: BuiltInUser | undefined;
};

/** Finds outcomes of a passed conversation that are bad for the user and that none of the case's rules can notice. */
export function findOverlookedOutcomes(conversation: PassedConversation): string[] {
  return [
    ...findOverlookedRefusal(conversation),
    ...findFactsAskedAgain(conversation),
    ...findCallsBeyondCheckpoint(conversation),
    ...findUnansweredQuestion(conversation),
  ];
}

/** Types of rules that give the same result whether the agent refuses or not, except if they forbid calls. */
const typesIndependentOfRefusal: ReadonlySet<Assertion['type']> = new Set([
  'tool_called',
  'tools',
  'elicited',
  'limits',
]);

/**
 * Reports that the user gave up because the agent refused. Does not report it if a rule forbids something or reads the
 * answers, because the author may then expect the refusal.
 */
function findOverlookedRefusal({ testCase, turns, endReason, user }: PassedConversation): string[] {
  if (endReason !== 'refused' || user === undefined || (testCase.never ?? []).length > 0) return [];
  const rules = listAssertions(testCase);
  if (rules.some((rule) => !typesIndependentOfRefusal.has(rule.type) || isForbiddingAssertion(rule))) return [];
  return [
    `the user gave up after turn ${turns.length}, because the agent refused, and no rule reads that answer; require what the user wants, or the refusal`,
  ];
}

/**
 * Reports facts that the user told more than once. The built-in user repeats a fact only if the agent asks for it
 * again.
 */
function findFactsAskedAgain({ turns, user }: PassedConversation): string[] {
  const messages = turns.map(({ origin, input }) => ({ origin, text: formatContentText(input ?? '') }));
  return (user?.contract.facts ?? []).flatMap(({ name, value }) => {
    const first = messages.findIndex(({ text }) => isValueStatedIn(value, text));
    const again = messages.findIndex(
      ({ origin, text }, index) => index > first && origin === 'simulator' && isValueStatedIn(value, text),
    );
    if (again === -1) return [];
    return [`the agent asked for ${name} again in turn ${again}; lower "max_turns" to make such a case fail`];
  });
}

/** Reports additional calls in later turns: `times` in a checkpoint counts only the calls of one turn. */
function findCallsBeyondCheckpoint({ testCase, toolCalls }: PassedConversation): string[] {
  const { checkpoints, assertions = [], never = [] } = testCase;
  const rules = checkpoints.flatMap(({ id, assert }) => assert.map((rule) => ({ id, rule })));
  return rules.flatMap(({ id, rule }, index) => {
    if (rule.type !== 'tool_called' || typeof rule.times !== 'number' || rule.times === 0) return [];
    const { names } = parseExpectedCall(rule);
    const calls = toolCalls.filter((call) => !hasFailed(call) && names.some((name) => isToolNamed(call, name)));
    const extra = calls[rule.times];
    // If another rule names the tool as well, that rule may expect the additional call.
    const others = [...rules.toSpliced(index, 1).map((each) => each.rule), ...assertions, ...never];
    if (extra === undefined || others.some((other) => namesTool(other, extra))) return [];
    const turnWords = extra.turn === undefined ? '' : ` in turn ${extra.turn}`;
    return [
      `"times": ${rule.times} in checkpoint ${id} counts the calls of one turn, and ${extra.tool} was called again${turnWords}; count its calls in "assert" of the case`,
    ];
  });
}

/**
 * Reports a conversation that ends with a question of the agent, beside rules in `never`: it does not show what the
 * agent does with the answer. This concerns scripted turns, unless the agent asked the same question before, and cases
 * that end at their last checkpoint.
 */
function findUnansweredQuestion({ testCase, turns, endReason }: PassedConversation): string[] {
  const answers = turns.map(({ response }) => response?.content.trim() ?? '');
  const last = answers.pop() ?? '';
  if ((testCase.never ?? []).length === 0 || !/[?？؟]$/.test(last) || answers.includes(last)) return [];
  const blindSpot = 'so "never" does not see what the agent does with the answer';
  if (testCase.turns !== undefined)
    return [`the conversation ends with a question of the agent, ${blindSpot}; add the answer to "turns"`];
  if (testCase.until !== 'checkpoints' || endReason !== 'checkpoints_reached') return [];
  return [
    `"until": "checkpoints" ended the conversation at a question of the agent, ${blindSpot}; "until": "done" goes on`,
  ];
}
