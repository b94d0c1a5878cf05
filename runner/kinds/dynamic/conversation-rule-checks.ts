import { getDelegatedAssertionFields, isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import type { Subject } from '../../assertions/subject.ts';
import type { Assertion, AssertionResult, DynamicCase } from '../../contract/index.ts';
import type { JudgeAssertion } from '../attempt/judge.ts';

type JudgedConversationTurn = { turn: number; subject: Subject };

/** The checks of a conversation's rules, except its checkpoints. */
export type ConversationRuleChecks = {
  /** Checks the rules in `never` and the assertions of the turn. Returns the reason if the case ends with this turn. */
  afterTurn(
    judge: JudgeAssertion,
    turn: JudgedConversationTurn & { ownRules?: readonly Assertion[] | undefined },
  ): Promise<string | undefined>;
  /** Judges the assertions on the whole conversation after it has ended. */
  atEnd(judge: JudgeAssertion, conversation: JudgedConversationTurn): Promise<void>;
  /**
   * Returns the results of rules on single turns first, then those of `never`, then those on the whole conversation.
   */
  results(): AssertionResult[];
};

type ConversationRules = Pick<DynamicCase, 'assertions' | 'never'>;

export function createConversationRuleChecks(
  { assertions = [], never = [] }: ConversationRules,
  emit: (assertion: AssertionResult) => void,
): ConversationRuleChecks {
  const seenTurns: JudgedConversationTurn[] = [];
  const ofTurns: AssertionResult[] = [];
  const ofNever = never.map((assertion): AssertionResult => {
    const { check, wanted } = toAssertionCondition(assertion);
    const question = isDelegatedAssertion(assertion)
      ? { asked: getDelegatedAssertionFields(assertion), negate: assertion.negate }
      : {};
    return { type: check, status: 'passed', expected: wanted, rule: 'never', ...question };
  });
  const ofWhole: AssertionResult[] = [];

  return {
    async afterTurn(judge, { turn, subject, ownRules = [] }) {
      seenTurns.push({ turn, subject });
      for (const assertion of ownRules) {
        const result: AssertionResult = {
          ...(await judge({ assertion, subject, turn, sharedAssertions: ownRules })),
          turn,
          rule: 'turn',
        };
        ofTurns.push(result);
        emit(result);
      }
      for (const [index, assertion] of never.entries()) {
        const judgement = judge({ assertion, subject, turn, terse: true, sharedAssertions: never });
        // Only real promises are awaited: most checks are synchronous, and awaiting each of them would cost more than
        // checking.
        const result = judgement instanceof Promise ? await judgement : judgement;
        if (result.status === 'failed') continue;
        // Without a verdict of the judge, it is unknown whether something forbidden happened, so the result is an
        // error.
        const status = result.status === 'error' ? 'error' : 'failed';
        const message = result.status === 'error' ? result.message : describeForbiddenRule(assertion, turn);
        ofNever[index] = { ...result, status, message, turn, rule: 'never' };
        if (status === 'failed') return message;
      }
      return undefined;
    },
    async atEnd(judge, conversation) {
      for (const result of ofNever) emit(result);
      for (const assertion of assertions) {
        const result = await judgeConversation(judge, {
          assertion,
          judgedTurns: seenTurns,
          conversation,
          sharedAssertions: assertions,
        });
        ofWhole.push(result);
        emit(result);
      }
    },
    results: () => [...ofTurns, ...ofNever, ...ofWhole],
  };
}

function describeForbiddenRule(assertion: Assertion, turn: number): string {
  const { check, wanted, negate } = toAssertionCondition(assertion);
  return `never: ${assertion.message ?? `${negate === true ? 'not ' : ''}${check} ${wanted}`}, turn ${turn}`;
}

type ConversationJudgeOptions = {
  assertion: Assertion;
  judgedTurns: readonly JudgedConversationTurn[];
  conversation: JudgedConversationTurn;
  sharedAssertions: readonly Assertion[];
};

async function judgeConversation(
  judge: JudgeAssertion,
  { assertion, judgedTurns, conversation, sharedAssertions }: ConversationJudgeOptions,
): Promise<AssertionResult> {
  const scope = resolveAssertionScope(assertion);
  if (scope === 'whole') return judge({ assertion, ...conversation, sharedAssertions });
  const turns = scope === 'last' ? judgedTurns.slice(-1) : judgedTurns;
  // Combines the results of single turns, of which one decides: for scope `every` the first that fails, otherwise the
  // first that passes.
  const decisiveStatus = scope === 'every' ? 'failed' : 'passed';
  let latestResult: AssertionResult | undefined;
  let broken: AssertionResult | undefined;
  for (const { turn, subject } of turns) {
    const judgement = judge({ assertion, subject, turn });
    latestResult = judgement instanceof Promise ? await judgement : judgement;
    latestResult.turn = turn;
    if (latestResult.status === decisiveStatus) return latestResult;
    if (latestResult.status === 'error') broken ??= latestResult;
  }
  if (broken !== undefined) return broken;
  if (latestResult === undefined)
    return { type: assertion.type, status: 'failed', message: 'the conversation has no turn' };
  if (scope === 'last' || latestResult.status === 'passed') return latestResult;
  const { turn: _, message = assertion.type, ...failed } = latestResult;
  const isOnly = turns.length === 1 || assertion.message !== undefined;
  return {
    ...failed,
    message: isOnly ? message : `does not hold in any of ${turns.length} turns; in the last one: ${message}`,
  };
}

type AssertionScope = 'any' | 'every' | 'last' | 'whole';

/** True for assertions that must hold in every turn, so that the first violation is final. */
export function mustHoldInEveryTurn(assertion: Assertion): boolean {
  return resolveAssertionScope(assertion) === 'every';
}

/** Returns which turns an assertion on a conversation applies to; the default depends on its type. */
function resolveAssertionScope(assertion: Assertion): AssertionScope {
  const { type, negate = false } = assertion;
  if ('on' in assertion && assertion.on !== undefined) return assertion.on;
  switch (type) {
    case 'contains':
    case 'regex':
      return negate ? 'every' : 'any';
    case 'not_contains':
      return negate ? 'any' : 'every';
    case 'equals':
    case 'type':
    case 'json_path':
    case 'snapshot':
      return 'last';
    case 'tool_called':
    case 'tool_result':
    case 'tools':
    case 'limits':
    case 'state':
    case 'elicited':
    case 'agent':
    case 'script':
      return 'whole';
    default:
      return type satisfies never;
  }
}
