import type { AgentValidation } from '../../contract/index.ts';
import { type CriterionRuling, formatCriterionRuling } from '../../fold/index.ts';
import { isBlank, type Json, tryParseJson } from '../../values/index.ts';
import type { AssertionOutcome } from '../assertion-outcome.ts';
import type { AssertionProblem } from '../assertion-rules.ts';
import type { AssertionOf, AssertionTaskOf, JudgeVote } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { computeVerdictOfRulings, type RulingsVerdict } from './verdict-of-rulings.ts';

/** The id of the built-in judge. It is not written in assertions: they leave out `use`. */
export const BUILT_IN_JUDGE = 'turntree:judge';

/** Returns true if the built-in judge decides the assertion. */
export function isForBuiltInJudge(assertion: AssertionOf<'agent'>): boolean {
  return assertion.use === undefined;
}

/** Returns the criteria of an assertion for the built-in judge, without values that are not texts. */
export function listJudgeCriteria({ value, options }: AssertionOf<'agent'>): string[] {
  const criteria = value ?? options?.metadata?.criteria ?? [];
  return [criteria].flat().filter((criterion) => typeof criterion === 'string');
}

/**
 * Asks the built-in judge. If there are several votes, the verdict of the majority counts; a vote in which a criterion
 * is undecided has no verdict.
 */
export async function judgeByRulings(
  { assertion, subject, helpers }: AssertionTaskOf<'agent'>,
  signal: AbortSignal,
): Promise<AssertionOutcome> {
  const votes = await helpers.askBuiltInJudge(assertion, signal);
  const [firstVote] = votes;
  if (firstVote === undefined) throw new Error('the judge was not asked');
  const castVotes = votes.map((vote) => ({ vote, verdict: computeVerdictOfRulings(vote.rulings) }));
  const decidedVerdict = (['passed', 'failed'] as const).find(
    (verdict) => countVotesFor(castVotes, verdict) > castVotes.length / 2,
  );
  const decisiveVote = castVotes.find(({ verdict }) => verdict === (decidedVerdict ?? 'undecided')) ?? castVotes[0];
  const { vote, verdict } = decisiveVote ?? { vote: firstVote, verdict: 'undecided' as const };
  const criteria: Json = assertion.value ?? assertion.options?.metadata?.criteria ?? null;
  const text = describeDecisiveRulings(vote.rulings, verdict);
  const reason = votes.length === 1 ? text : `${describeMajority(castVotes, decidedVerdict)}: ${text}`;
  const agentValidation = toAgentValidation(vote, {
    passed: decidedVerdict === 'passed',
    reason,
    input: subject.value,
  });
  if (criteria !== null) agentValidation.criteria = criteria;
  if (votes.length > 1) {
    agentValidation.votes = castVotes.map(({ vote: { rulings }, verdict: voteRulings }) => {
      return {
        passed: voteRulings === 'undecided' ? null : voteRulings === 'passed',
        reason: describeDecisiveRulings(rulings, voteRulings),
      };
    });
  }
  const evidence = { expected: criteria, actual: subject.value, agentValidation };
  if (decidedVerdict === undefined) {
    helpers.onUndecided?.('undecided', reason);
    return { kind: 'broken', message: `the judge gives no verdict: ${reason}`, ...evidence };
  }
  return {
    kind: 'judged',
    holds: decidedVerdict === 'passed',
    ...evidence,
    unmet: `the judge says no: ${reason}`,
    met: `the judge should have said no: ${reason}`,
  };
}

type VoteWithVerdict = { vote: JudgeVote; verdict: RulingsVerdict };

function countVotesFor(votes: readonly VoteWithVerdict[], verdict: RulingsVerdict): number {
  return votes.filter((each) => each.verdict === verdict).length;
}

function describeMajority(votes: readonly VoteWithVerdict[], decidedVerdict: 'passed' | 'failed' | undefined): string {
  if (decidedVerdict !== undefined)
    return `${countVotesFor(votes, decidedVerdict)} of ${votes.length} votes ${decidedVerdict}`;
  const [passed, failed] = [countVotesFor(votes, 'passed'), countVotesFor(votes, 'failed')];
  const undecidedCount = countVotesFor(votes, 'undecided');
  return `no majority of ${votes.length} votes: ${passed} passed, ${failed} failed, ${undecidedCount} without a verdict`;
}

function toAgentValidation(
  { connector, request, answer, rulings, prompt, isAskedAgain }: JudgeVote,
  verdict: Pick<AgentValidation, 'passed' | 'reason' | 'input'>,
): AgentValidation {
  const validation: AgentValidation = { ...verdict, use: BUILT_IN_JUDGE, prompt, rulings: [...rulings] };
  if (connector !== undefined) validation.connector = connector;
  if (request !== undefined) Object.assign(validation, { request, response: tryParseJson(answer) ?? answer });
  if (isAskedAgain) validation.asked_again = true;
  return validation;
}

/**
 * Describes the rulings on single criteria that decided the verdict: for a failure those with a proved "no", for a
 * missing verdict the undecided and unproved ones, otherwise all.
 */
function describeDecisiveRulings(rulings: readonly CriterionRuling[], verdict: RulingsVerdict): string {
  const decisiveRulings = rulings.filter(({ verdict: rulingVerdict, unproved }) => {
    if (verdict === 'passed') return true;
    return verdict === 'failed'
      ? rulingVerdict === 'no' && unproved === undefined
      : rulingVerdict === 'cannot_tell' || unproved !== undefined;
  });
  return decisiveRulings.map(formatCriterionRuling).join('; ');
}

/** Finds mistakes in an assertion for the built-in judge. */
export function findBuiltInJudgeProblems({ value, options, negate }: AssertionOf<'agent'>): AssertionProblem[] {
  const field = value === undefined && options?.metadata?.criteria !== undefined ? 'options' : 'value';
  const criteria = [value ?? options?.metadata?.criteria ?? []].flat();
  const otherKeys = Object.keys(options?.metadata ?? {}).filter((key) => key !== 'criteria');
  const ignoredKeys = otherKeys.map((key): AssertionProblem => {
    return { field: 'options', message: `the built-in judge does not use "${key}"`, isWarning: true };
  });
  if (criteria.length === 0) {
    const message = 'the judge has no criterion; describe in "value" what must be true of the answer or conversation';
    return [{ field, message }, ...ignoredKeys];
  }
  const invalidCriterion = criteria.find((criterion) => typeof criterion !== 'string' || isBlank(criterion));
  if (invalidCriterion === undefined && criteria.length > 1 && negate === true) {
    const message =
      '"negate" fails only an answer that meets all criteria; to forbid each of them, write an assertion for each';
    return [{ field, message, isWarning: true }, ...ignoredKeys];
  }
  if (invalidCriterion === undefined) return ignoredKeys;
  return [
    { field, message: `a criterion is a text that is not empty, not ${formatJsonForMessage(invalidCriterion)}` },
    ...ignoredKeys,
  ];
}
