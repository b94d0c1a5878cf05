import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, AuthoredCase, MessageContent } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import { castToJson } from '../../values/index.ts';
import { type CaseFinding, warningAtKey } from '../finding.ts';

/**
 * Finds cases that seem to require something, although a useless agent passes them: an agent that answers "." without
 * tool calls, or an agent that also repeats questions. Cases that only forbid something are skipped, because they do
 * not claim to require anything, unless they have the reference answers of an import. Cases with judges or scripts are
 * skipped, because these cannot be run here.
 */
export function checkRequirements(authored: AuthoredCase): CaseFinding[] {
  if (authored.expect === 'fail' || !areAllRulesSynchronous(authored)) return [];
  if (hasOnlyForbiddingRules(authored)) return findUnreadReferences(authored);
  const messages = listMessages(authored);
  const key = authored.assert === undefined ? [] : ['assert'];
  const silent = messages.map(() => '.');
  if (passesWithAnswers(authored, silent)) {
    return [warningAtKey(key, 'nothing is required of the agent: answering "." without any tool call would pass')];
  }
  const messagesWithQuestions = messages.map((message) => (/[?？؟]/u.test(message) ? message : '.'));
  if (!passesWithAnswers(authored, messagesWithQuestions)) return [];
  return [warningAtKey(key, 'an agent that only repeats the question would pass; require what only an answer has')];
}

/**
 * An import keeps reference answers that it cannot convert to rules. They are not compared, although the case looks as
 * if they were.
 */
function findUnreadReferences({ metadata = {}, turns = [] }: AuthoredCase): CaseFinding[] {
  const { references } = metadata;
  if (
    !Array.isArray(references) ||
    references.length !== turns.length ||
    !references.some((each) => typeof each === 'string' && each !== '')
  )
    return [];
  const message =
    'no rule compares the answer with "references", and none requires anything; write an assertion for what matters';
  return [warningAtKey(['metadata', 'references'], message)];
}

function hasOnlyForbiddingRules({ assert = [], checkpoints = [], turns = [] }: AuthoredCase): boolean {
  const rules = [
    ...assert,
    ...checkpoints.flatMap((each) => each.assert),
    ...turns.flatMap((turn) => turn.assert ?? []),
  ];
  return rules.every(
    (rule) => (isForbiddingAssertion(rule) || forbidsAllCalls(rule)) && !('on' in rule && rule.on !== undefined),
  );
}

function forbidsAllCalls(rule: Assertion): boolean {
  return rule.type === 'tools' && rule.match === 'exactly' && rule.calls.length === 0 && rule.ignore === undefined;
}

/** True if all rules can be checked here: they need no judge, script or earlier snapshot. */
function areAllRulesSynchronous({ assert = [], checkpoints = [] }: AuthoredCase): boolean {
  return [assert, ...checkpoints.map(({ assert: checkpointRules }) => checkpointRules)].every((rules) =>
    rules.every(isSynchronous),
  );
}

const typesNotCheckableOffline: ReadonlySet<Assertion['type']> = new Set([
  'agent',
  'script',
  'snapshot',
  'elicited',
  'type',
]);

function isSynchronous({ type }: Assertion): boolean {
  return !typesNotCheckableOffline.has(type);
}

/**
 * Returns the user's message in each turn. A simulated user may say anything, so it counts as one turn without a
 * question.
 */
function listMessages({ input, turns, simulator }: AuthoredCase): string[] {
  if (turns !== undefined) return turns.map((turn) => joinTextParts(turn.input));
  const last = toMessages(input).findLast(({ role }) => role === 'user');
  return [simulator !== undefined || last === undefined ? '' : joinTextParts(last.content)];
}

/** Attachments are left out, because an agent that names what a file shows does not repeat the file's name. */
function joinTextParts(content: MessageContent): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function passesWithAnswers(authored: AuthoredCase, answers: readonly string[]): boolean {
  const { assert = [], never = [], checkpoints = [], turns = [] } = authored;
  const state = typeof authored.state === 'object' ? castToJson(authored.state) : {};
  const subjects = answers.map((text): Subject => ({ value: text, text, toolCalls: [], input: null, state }));
  const passesAllRules = (rules: readonly Assertion[]) => (subject: Subject) =>
    rules.every((rule) => evaluateRuleStatus(rule, subject) === 'passed');
  return (
    assert.every((rule) => {
      const ruleScope = 'on' in rule ? rule.on : undefined;
      if (ruleScope === 'last') return subjects.slice(-1).every(passesAllRules([rule]));
      return ruleScope === 'every' ? subjects.every(passesAllRules([rule])) : subjects.some(passesAllRules([rule]));
    }) &&
    never.every((rule) => subjects.every((subject) => evaluateRuleStatus(rule, subject) === 'failed')) &&
    checkpoints.every(({ assert: rules, required }) => !required || subjects.some(passesAllRules(rules))) &&
    subjects.every((subject, index) => passesAllRules(turns[index]?.assert ?? [])(subject))
  );
}

/**
 * Returns the status of a rule for an agent that does nothing. A rule that only sets a limit passes, because such an
 * agent never exceeds a limit.
 */
function evaluateRuleStatus(assertion: Assertion, subject: Subject): string | undefined {
  if (assertion.type === 'limits') return assertion.negate === true ? 'failed' : 'passed';
  return evaluateAssertionSynchronously({ assertion, subject, terse: true })?.status;
}
