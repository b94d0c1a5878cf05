import type { AgentValidation } from '../../contract/index.ts';
import { castToJson, isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';
import type { AssertionOutcome } from '../assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from '../assertion-rules.ts';
import type { AssertionOf, AssertionTaskOf, Subject, ValidationCall } from '../subject.ts';
import { formatExpectedValue, formatJsonForMessage } from '../to-plain-text.ts';
import { BUILT_IN_JUDGE, findBuiltInJudgeProblems, isForBuiltInJudge, judgeByRulings } from './built-in-judge.ts';
import { type JudgeVerdict, parseJudgeVerdict, type VerdictConflict } from './judge-verdict.ts';

export const agentRules: AssertionRules<'agent'> = {
  judge: (task, signal) =>
    isForBuiltInJudge(task.assertion) ? judgeByRulings(task, signal) : judgeByAgentVotes(task, signal),
  problems(assertion) {
    if (assertion.use !== undefined) {
      return [
        ...findUseFieldProblems(assertion.use),
        ...findCriteriaProblems(assertion),
        ...findThresholdProblems(assertion),
        ...findExampleProblems(assertion),
      ];
    }
    const problems = [...findBuiltInJudgeProblems(assertion), ...findExampleProblems(assertion)];
    return problems.every(({ isWarning }) => isWarning === true)
      ? [...problems, ...findCriteriaProblems(assertion)]
      : problems;
  },
  describeExpectation: ({ value, options, use }) =>
    formatExpectedValue(value ?? options?.metadata?.criteria ?? use ?? null),
  readsOutput: false,
  readsText: false,
  isForbidding: () => false,
};

/**
 * Asks a validator agent for its votes and keeps the requests and answers in full. If the first answer contains no
 * verdict, asks twice more, and the majority of the three votes counts. A contradictory answer, or votes without a
 * majority, make the result an error.
 */
async function judgeByAgentVotes(
  { assertion, subject, helpers }: AssertionTaskOf<'agent'>,
  signal: AbortSignal,
): Promise<AssertionOutcome> {
  const call = createValidationCall(assertion, subject);
  const askJudge = () => helpers.askValidator(call, signal);
  const { votes = 1 } = assertion;
  const castVotes = [await askForValidatorVote(askJudge, assertion)];
  const isAskedAgain = votes === 1 && castVotes.every(isUndecided);
  while (castVotes.length < (isAskedAgain ? RETRY_VOTES : votes))
    castVotes.push(await askForValidatorVote(askJudge, assertion));
  const { answer, verdict, problem } = decideByMajorityVote(castVotes, call.use);
  const criteria = call.request.criteria ?? null;
  const agentValidation: AgentValidation = {
    passed: verdict?.passed ?? false,
    reason: verdict?.reason ?? '',
    use: call.use,
    input: subject.value,
    request: call.request,
    response: parseJsonObjectOrText(answer),
  };
  if (call.connector !== undefined) agentValidation.connector = call.connector;
  if (criteria !== null) agentValidation.criteria = criteria;
  if (verdict?.isRepaired === true) agentValidation.mended = true;
  if (isAskedAgain) agentValidation.asked_again = true;
  if (verdict?.score !== undefined) agentValidation.score = verdict.score;
  if (castVotes.length > 1) agentValidation.votes = castVotes.map(toRecordedVote);
  const evidence = { expected: criteria, actual: subject.value, agentValidation };
  if (verdict === undefined) {
    helpers.onUndecided?.(
      castVotes.find(({ conflict }) => conflict !== undefined)?.conflict?.kind ?? 'undecided',
      problem,
    );
    return { kind: 'broken', message: problem, ...evidence, agentValidation: { ...agentValidation, reason: problem } };
  }
  const output = describeJudgedPart(subject);
  return {
    kind: 'judged',
    holds: verdict.passed,
    ...evidence,
    unmet: `${call.use} rejected the ${output}: ${verdict.reason || 'no reason given'}`,
    met: `${call.use} should have rejected the ${output}: ${verdict.reason || 'no reason given'}`,
  };
}

/**
 * Describes what was judged. For a whole conversation, the output is not quoted, because the judge may have rejected
 * any of the answers.
 */
function describeJudgedPart({ conversation, value }: Subject): string {
  return Array.isArray(conversation) && conversation.length > 1
    ? `conversation of ${conversation.length} turns`
    : `output ${formatJsonForMessage(value)}`;
}

/** The number of votes after a first answer that contained no verdict. */
const RETRY_VOTES = 3;

/** One answer of the judge. `verdict` is undefined if the answer contains no verdict or contradicts itself. */
type ValidatorVote = { answer: string; verdict: JudgeVerdict | undefined; conflict?: VerdictConflict };

function isUndecided({ verdict, conflict }: ValidatorVote): boolean {
  return verdict === undefined && conflict === undefined;
}

async function askForValidatorVote(
  ask: () => Promise<string>,
  { options }: AssertionOf<'agent'>,
): Promise<ValidatorVote> {
  const max = options?.metadata?.max_score;
  const answer = await ask();
  const verdict = parseJudgeVerdict(answer, typeof max === 'number' ? max : undefined);
  if (verdict !== undefined && 'conflict' in verdict) return { answer, verdict: undefined, conflict: verdict };
  return { answer, verdict };
}

type MajorityVote = Pick<ValidatorVote, 'answer' | 'verdict'> & { problem: string };

/** Returns the verdict of more than half of the votes. Votes without a verdict count, too, but for neither side. */
function decideByMajorityVote(castVotes: readonly ValidatorVote[], use: string): MajorityVote {
  const [firstVote] = castVotes;
  if (castVotes.length === 1 && firstVote !== undefined)
    return { ...firstVote, problem: describeVoteProblem(firstVote, use) };
  const passingVotes = castVotes.filter(({ verdict }) => verdict?.passed === true);
  const failingVotes = castVotes.filter(({ verdict }) => verdict?.passed === false);
  const majority = [passingVotes, failingVotes].find(({ length }) => length > castVotes.length / 2);
  const [decisiveVote] = majority ?? [];
  if (majority === undefined || decisiveVote?.verdict === undefined) {
    const undecidedCount = castVotes.length - passingVotes.length - failingVotes.length;
    const counts = `${passingVotes.length} passed, ${failingVotes.length} failed, ${undecidedCount} without a verdict`;
    const undecidedVote = castVotes.find(({ verdict }) => verdict === undefined);
    const problemText = undecidedVote === undefined ? '' : `; ${describeVoteProblem(undecidedVote, use)}`;
    return {
      answer: (undecidedVote ?? firstVote)?.answer ?? '',
      verdict: undefined,
      problem: `validator ${use}: no majority of ${castVotes.length} votes: ${counts}${problemText}`,
    };
  }
  const { reason, ...verdict } = decisiveVote.verdict;
  const count = `${majority.length} of ${castVotes.length} votes ${verdict.passed ? 'passed' : 'failed'}`;
  return {
    ...decisiveVote,
    verdict: { ...verdict, reason: reason === '' ? count : `${count}: ${reason}` },
    problem: '',
  };
}

function describeVoteProblem({ answer, conflict }: ValidatorVote, use: string): string {
  if (conflict !== undefined)
    return `validator ${use} contradicts itself: ${conflict.conflict}, in ${formatJsonForMessage(answer)}`;
  return `validator ${use} must answer {"passed": true | false, "reason": "…"}, got ${formatJsonForMessage(answer)}`;
}

function toRecordedVote({ answer, verdict, conflict }: ValidatorVote): NonNullable<AgentValidation['votes']>[number] {
  if (verdict === undefined)
    return { passed: null, reason: conflict?.conflict ?? `no verdict in ${formatJsonForMessage(answer)}` };
  const { passed, reason, score } = verdict;
  return score === undefined ? { passed, reason } : { passed, reason, score };
}

/** Returns the id of the agent that an assertion names, without the optional prefix `agents:`. */
export function getValidatorId(use: string): string {
  return use.replace(/^agents:/, '').trim();
}

function findUseFieldProblems(use: string): AssertionProblem[] {
  const id = getValidatorId(use);
  if (id === '' || id === BUILT_IN_JUDGE) {
    return [{ field: 'use', message: '`use` names no agent; leave it out for the built-in judge' }];
  }
  if (!use.startsWith('scripts:')) return [];
  return [{ field: 'use', message: `an agent assertion needs an agent, not ${use}; type "script" calls scripts` }];
}

/**
 * Returns problems of the criteria. They may be missing, because the prompt of a judge agent may contain some, but they
 * must not be empty.
 */
function findCriteriaProblems({ value, options }: AssertionOf<'agent'>): AssertionProblem[] {
  const criteria = value ?? options?.metadata?.criteria;
  if (criteria === undefined || criteria === null) return [];
  const text = formatExpectedValue(criteria).trim();
  const expectation = 'describe what a good answer must be';
  if (/^[[\]{}"\s]*$/.test(text)) {
    return [{ field: 'value', message: `the criteria are empty, so this checks nothing; ${expectation}` }];
  }
  if (placeholderCriteriaPattern.test(text)) {
    return [
      {
        field: 'value',
        message: `the judge receives ${formatJsonForMessage(text)} literally; ${expectation}`,
        runs: true,
      },
    ];
  }
  if (yesOrNoQuestionPattern.test(text)) {
    const message = '"value" asks "yes or no", and both answers meet it; write what must be true';
    return [{ field: 'value', message, isWarning: true }];
  }
  const [placeholder] = placeholderWordPattern.test(text) ? [] : (/\{\{\s*[\w.]+\s*\}\}|\$\{[\w.]+\}/.exec(text) ?? []);
  if (placeholder === undefined) return [];
  const message = `"value" has ${placeholder}, which the judge receives literally; write the actual text instead`;
  return [{ field: 'value', message, isWarning: true }];
}

/** Matches criteria that are only a placeholder, which the author or another tool should have replaced. */
const placeholderCriteriaPattern =
  /^(?:todo|tbd|fixme|xxx)(?:[.:!]?$|(?:\([\w -]*\))?:\s)|^(?:\.{3}|…)$|^file:\/\/\S+$|^\$\{\w+\}$/i;
/** Matches criteria that ask for the answer yes or no, but not criteria about an agent that says "yes or no". */
const yesOrNoQuestionPattern =
  /\byes or no\?|\?\s*\(?(?:(?:answer|reply|respond|say)\b[^.?]{0,20})?\byes or no\b|\byes\/no\?/i;
const placeholderWordPattern = /placeholder|template|variable|brace|bracket|curly/i;

function findThresholdProblems({ options }: AssertionOf<'agent'>): AssertionProblem[] {
  if (options?.metadata?.threshold === undefined) return [];
  const message =
    '"threshold" has no effect here, the judge only receives it as text; what counts is "passed" in the reply of the judge';
  return [{ field: 'options', message, isWarning: true }];
}

/** Finds an example answer that is marked both as good and as bad. */
function findExampleProblems({ examples = [] }: AssertionOf<'agent'>): AssertionProblem[] {
  const badQuotes = new Set(examples.flatMap(({ quote, verdict }) => (verdict === 'bad' ? [quote.trim()] : [])));
  const contradictoryExample = examples.find(({ quote, verdict }) => verdict === 'good' && badQuotes.has(quote.trim()));
  if (contradictoryExample === undefined) return [];
  const message = `the example ${formatJsonForMessage(contradictoryExample.quote)} is good and bad; keep one of them`;
  return [{ field: 'examples', message, isWarning: true }];
}

/** Returns the request to the validator of an assertion. */
function createValidationCall(assertion: AssertionOf<'agent'>, subject: Subject): ValidationCall {
  const request: JsonObject = { output: subject.value, input: subject.input };
  // Sends `conversation` only from the second turn on, because `output` and `input` already contain a single turn.
  const earlierMessages =
    (subject.conversationSoFar?.turns.length ?? 0) > 1 ? subject.conversationSoFar?.turns : undefined;
  const conversation = subject.conversation ?? earlierMessages;
  if (conversation !== undefined) request.conversation = conversation;
  if (assertion.value !== undefined && assertion.value !== null) request.criteria = assertion.value;
  if (assertion.examples !== undefined) request.examples = castToJson(assertion.examples);
  const call: ValidationCall = {
    use: getValidatorId(assertion.use ?? ''),
    request: { ...request, ...assertion.options?.metadata },
  };
  if (assertion.options?.connector !== undefined) call.connector = assertion.options.connector;
  return call;
}

/** Parses an answer that consists of a JSON object; returns any other answer as it is. */
export function parseJsonObjectOrText(answer: string): Json {
  const value = tryParseJson(answer);
  return isJsonObject(value) ? value : answer;
}
