import { validationCall } from '../assertions/agent.ts';
import { jsonEquals } from '../assertions/json-equals.ts';
import type { Subject } from '../assertions/subject.ts';
import { type Assertion, type AssertionResult, asJson } from '../contract/index.ts';
import { type DryAssertion, type DryCase, readDryCase } from './dry-case.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** An assertion that only an agent or a script can decide. */
type Question = Extract<Assertion, { type: 'agent' | 'script' }>;

type Asked = { assertion: Question; subject: Subject; turn: number; checkpoint?: string };

/** Finds the verdict that a run has recorded for the same question; `undefined` when it was never asked. */
export type RecordedVerdicts = (asked: Asked) => AssertionResult | undefined;

export function isQuestion(assertion: Assertion): assertion is Question {
  return assertion.type === 'agent' || assertion.type === 'script';
}

export function createRecordedVerdicts(answer: RecordedAnswer): RecordedVerdicts {
  const askedWith = answer.askedWith === undefined ? undefined : readDryCase(answer.askedWith);
  return (asked) => {
    const recorded = asked.checkpoint === undefined ? verdictOf(asked) : verdictAtTurn(asked, asked.checkpoint);
    return recorded === undefined ? undefined : asAskedNow(recorded, asked.assertion);
  };

  function verdictOf({ assertion, subject }: Asked): AssertionResult | undefined {
    if (askedWith?.kind === 'standard' && jsonEquals(askedWith.expected ?? null, subject.expected ?? null)) {
      const position = askedWith.checks.findIndex((check) => isSameQuestion(check, assertion));
      const found = position === -1 ? undefined : answer.assertions[position];
      if (found?.type === assertion.type) return found;
    }
    return answer.assertions.find((result) => answersAgent(result, assertion, subject));
  }

  function verdictAtTurn({ assertion, subject, turn }: Asked, id: string): AssertionResult | undefined {
    const result = answer.checkpoints.find((checkpoint) => checkpoint.id === id);
    const validated = { type: 'agent', agentValidation: result?.agentValidation };
    if (result?.agentValidation !== undefined && answersAgent(validated, assertion, subject)) {
      const { passed, reason } = result.agentValidation;
      return verdict({ assertion, subject, holds: passed, message: reason });
    }
    const known = soleQuestion(askedWith, id);
    if (known === undefined || !isSameQuestion(known, assertion)) return undefined;
    const tried = answer.tries.findLast((entry) => entry.checkpoint === id && entry.turn === turn);
    if (tried === undefined || (tried.state === 'failed_try' && !decidesAlone(askedWith, id))) return undefined;
    const holds = (tried.state !== 'failed_try') === (known.assertion?.negate !== true);
    return verdict({ assertion, subject, holds, message: tried.message ?? '' });
  }
}

/** The only question of a checkpoint; what became of the checkpoint says nothing about one of several. */
function soleQuestion(askedWith: DryCase | undefined, id: string): DryAssertion | undefined {
  const questions = checksOf(askedWith, id).filter(({ assertion }) => assertion !== undefined && isQuestion(assertion));
  return questions.length === 1 ? questions[0] : undefined;
}

function decidesAlone(askedWith: DryCase | undefined, id: string): boolean {
  return checksOf(askedWith, id).length === 1;
}

function checksOf(askedWith: DryCase | undefined, id: string): DryAssertion[] {
  if (askedWith?.kind !== 'dynamic') return [];
  return askedWith.checkpoints.find((checkpoint) => checkpoint.id === id)?.checks ?? [];
}

function isSameQuestion({ assertion: known }: DryAssertion, assertion: Question): boolean {
  return known !== undefined && isQuestion(known) && jsonEquals(questionIn(known), questionIn(assertion));
}

function questionIn({ message: _, negate: __, ...question }: Question): ReturnType<typeof asJson> {
  return asJson(question);
}

function answersAgent(
  { agentValidation }: Pick<AssertionResult, 'agentValidation'>,
  assertion: Question,
  subject: Subject,
): boolean {
  if (assertion.type !== 'agent' || agentValidation?.input === undefined || agentValidation.use === undefined) {
    return false;
  }
  const { use, connector, request } = validationCall(assertion, subject);
  return (
    agentValidation.use === use &&
    agentValidation.connector === connector &&
    jsonEquals(agentValidation.input, asJson(request))
  );
}

function verdict(parts: { assertion: Question; subject: Subject; holds: boolean; message: string }): AssertionResult {
  const { assertion, subject, holds, message } = parts;
  const expected = assertion.value ?? null;
  return { type: assertion.type, status: holds ? 'passed' : 'failed', message, expected, actual: subject.value };
}

/** `negate` and `message` are not part of a question: the answer to it is read anew. */
function asAskedNow(
  { message, negate: was, ...result }: AssertionResult,
  { negate, ...now }: Question,
): AssertionResult {
  if (result.status === 'error') return { ...result, ...(message === undefined ? {} : { message }) };
  const isSwapped = (was === true) !== (negate === true);
  const held = (result.status === 'passed') !== isSwapped;
  const text = now.message ?? message;
  return {
    ...result,
    status: held ? 'passed' : 'failed',
    ...(negate === true ? { negate } : {}),
    ...(held || text === undefined ? {} : { message: text }),
  };
}
