import type { AgentValidation } from '../../contract/index.ts';
import { type CriterionRuling, formatCriterionRuling } from '../../fold/index.ts';
import { isBlank, type Json, tryParseJson } from '../../values/index.ts';
import type { AssertionOutcome } from '../assertion-outcome.ts';
import type { AssertionProblem } from '../assertion-rules.ts';
import type { AssertionOf, AssertionTaskOf, JudgeVote } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { computeVerdictOfRulings, type RulingsVerdict } from './verdict-of-rulings.ts';

/** The id of the built-in judge. Authors never write it: they leave out `use`. */
export const BUILT_IN_JUDGE = 'turntree:judge';

/** Whether the built-in judge decides the assertion. */
export function isForBuiltInJudge(assertion: AssertionOf<'agent'>): boolean {
  return assertion.use === undefined;
}

/** Returns the criteria of an assertion for the built-in judge; values that are not texts are left out. */
export function listJudgeCriteria({ value, options }: AssertionOf<'agent'>): string[] {
  const criteria = value ?? options?.metadata?.criteria ?? [];
  return [criteria].flat().filter((criterion) => typeof criterion === 'string');
}

/** Asks the built-in judge. With several votes, the majority of the votes that decide everything counts. */
export async function judgeByRulings(
  { assertion, subject, helpers }: AssertionTaskOf<'agent'>,
  signal: AbortSignal,
): Promise<AssertionOutcome> {
  const votes = await helpers.rule(assertion, signal);
  const [first] = votes;
  if (first === undefined) throw new Error('the judge was not asked');
  const cast = votes.map((vote) => ({ vote, verdict: computeVerdictOfRulings(vote.rulings) }));
  const decided = (['passed', 'failed'] as const).find((verdict) => countVotesFor(cast, verdict) > cast.length / 2);
  const decisiveVote = cast.find(({ verdict }) => verdict === (decided ?? 'undecided')) ?? cast[0];
  const { vote, verdict } = decisiveVote ?? { vote: first, verdict: 'undecided' as const };
  const criteria: Json = assertion.value ?? assertion.options?.metadata?.criteria ?? null;
  const text = describeDecisiveRulings(vote.rulings, verdict);
  const reason = votes.length === 1 ? text : `${describeMajority(cast, decided)}: ${text}`;
  const agentValidation = toAgentValidation(vote, { passed: decided === 'passed', reason, input: subject.value });
  if (criteria !== null) agentValidation.criteria = criteria;
  if (votes.length > 1) {
    agentValidation.votes = cast.map(({ vote: { rulings }, verdict: each }) => {
      return {
        passed: each === 'undecided' ? null : each === 'passed',
        reason: describeDecisiveRulings(rulings, each),
      };
    });
  }
  const evidence = { expected: criteria, actual: subject.value, agentValidation };
  if (decided === undefined) {
    helpers.undecided?.('undecided', reason);
    return { kind: 'broken', message: `the judge gives no verdict: ${reason}`, ...evidence };
  }
  return {
    kind: 'judged',
    holds: decided === 'passed',
    ...evidence,
    unmet: `the judge says no: ${reason}`,
    met: `the judge should have said no: ${reason}`,
  };
}

type VoteWithVerdict = { vote: JudgeVote; verdict: RulingsVerdict };

function countVotesFor(votes: readonly VoteWithVerdict[], verdict: RulingsVerdict): number {
  return votes.filter((each) => each.verdict === verdict).length;
}

function describeMajority(votes: readonly VoteWithVerdict[], decided: 'passed' | 'failed' | undefined): string {
  if (decided !== undefined) return `${countVotesFor(votes, decided)} of ${votes.length} votes ${decided}`;
  const [passed, failed] = [countVotesFor(votes, 'passed'), countVotesFor(votes, 'failed')];
  const open = countVotesFor(votes, 'undecided');
  return `no majority of ${votes.length} votes: ${passed} passed, ${failed} failed, ${open} without a verdict`;
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
 * Describes the rulings that decided: the "no" that caused a failure, the open rulings of a missing verdict, otherwise
 * all.
 */
function describeDecisiveRulings(rulings: readonly CriterionRuling[], verdict: RulingsVerdict): string {
  const decisive = rulings.filter(({ verdict: own, unproved }) => {
    if (verdict === 'passed') return true;
    return verdict === 'failed'
      ? own === 'no' && unproved === undefined
      : own === 'cannot_tell' || unproved !== undefined;
  });
  return decisive.map(formatCriterionRuling).join('; ');
}

/** Finds mistakes in an assertion for the built-in judge. */
export function findBuiltInJudgeProblems({ value, options, negate }: AssertionOf<'agent'>): AssertionProblem[] {
  const field = value === undefined && options?.metadata?.criteria !== undefined ? 'options' : 'value';
  const criteria = [value ?? options?.metadata?.criteria ?? []].flat();
  const others = Object.keys(options?.metadata ?? {}).filter((key) => key !== 'criteria');
  const ignored = others.map((key): AssertionProblem => {
    return { field: 'options', message: `the built-in judge does not use "${key}"`, isWarning: true };
  });
  if (criteria.length === 0) {
    const message = 'the judge has no criterion; describe in "value" what must be true of the answer or conversation';
    return [{ field, message }, ...ignored];
  }
  const wrong = criteria.find((criterion) => typeof criterion !== 'string' || isBlank(criterion));
  if (wrong === undefined && criteria.length > 1 && negate === true) {
    const message =
      '"negate" fails only an answer that meets all criteria; to forbid each of them, write an assertion for each';
    return [{ field, message, isWarning: true }, ...ignored];
  }
  if (wrong === undefined) return ignored;
  return [
    { field, message: `a criterion is a text that is not empty, not ${formatJsonForMessage(wrong)}` },
    ...ignored,
  ];
}
