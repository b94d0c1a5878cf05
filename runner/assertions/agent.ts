import type { AgentValidation } from '../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../values/index.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { extractJson, mendedJson } from './extract-json.ts';
import type { Outcome } from './outcome.ts';
import type { AssertionOf, AssertionTaskOf, Subject, ValidationCall } from './subject.ts';
import { showJson, wantedText } from './text-form.ts';

type Verdict = { passed: boolean; reason: string; score?: number; mended?: true };

export const agent: AssertionRules<'agent'> = {
  judge: judgeAgent,
  problems: ({ use }) => useProblems(use),
  wanted: ({ value, options, use }) => wantedText(value ?? options?.metadata?.criteria ?? use),
};

/** Asks a validator agent; its request and its answer are kept in full. An answer that decides nothing is broken. */
async function judgeAgent(
  { assertion, subject, helpers }: AssertionTaskOf<'agent'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const call = validationCall(assertion, subject);
  const { answer, verdict, isSecond } = await askForVerdict(() => helpers.validate(call, signal));
  const criteria = call.request.criteria ?? null;
  const agentValidation: AgentValidation = {
    passed: verdict?.passed ?? false,
    reason: verdict?.reason ?? '',
    use: call.use,
    input: subject.value,
    request: call.request,
    response: asStructure(answer),
  };
  if (call.connector !== undefined) agentValidation.connector = call.connector;
  if (criteria !== null) agentValidation.criteria = criteria;
  if (verdict?.mended === true) agentValidation.mended = true;
  if (isSecond) agentValidation.asked_again = true;
  if (verdict?.score !== undefined) agentValidation.score = verdict.score;
  const seen = { expected: criteria, actual: subject.value, agentValidation };
  if (verdict === undefined) {
    const message = `validator ${call.use} must answer {"passed": true | false, "reason": "…"}, got ${showJson(answer)}`;
    return { kind: 'broken', message, ...seen, agentValidation: { ...agentValidation, reason: message } };
  }
  const output = `output ${showJson(subject.value)}`;
  return {
    kind: 'judged',
    holds: verdict.passed,
    ...seen,
    unmet: `${call.use} rejected the ${output}: ${verdict.reason || 'no reason given'}`,
    met: `${call.use} was not to accept the ${output}: ${verdict.reason || 'no reason given'}`,
  };
}

type Answered = { answer: string; verdict: Verdict | undefined; isSecond: boolean };

/** An answer that decides nothing is asked for once more. */
async function askForVerdict(ask: () => Promise<string>): Promise<Answered> {
  const answer = await ask();
  const verdict = readVerdict(answer);
  if (verdict !== undefined) return { answer, verdict, isSecond: false };
  const second = await ask();
  return { answer: second, verdict: readVerdict(second), isSecond: true };
}

/** The id of the agent that an assertion names, without the prefix that authors may write. */
export function validatorId(use: string): string {
  return use.replace(/^agents:/, '').trim();
}

function useProblems(use: string): AssertionProblem[] {
  if (validatorId(use) === '') return [{ field: 'use', message: '`use` names no agent' }];
  if (!use.startsWith('scripts:')) return [];
  return [{ field: 'use', message: `an agent assertion needs an agent, not ${use}; type "script" calls scripts` }];
}

/** Returns the question of an assertion to its validator about an output. */
function validationCall(assertion: AssertionOf<'agent'>, subject: Subject): ValidationCall {
  const request: JsonObject = { output: subject.value, input: subject.input };
  if (subject.conversation !== undefined) request.conversation = subject.conversation;
  if (assertion.value !== undefined && assertion.value !== null) request.criteria = assertion.value;
  const call: ValidationCall = {
    use: validatorId(assertion.use),
    request: { ...request, ...assertion.options?.metadata },
  };
  if (assertion.options?.connector !== undefined) call.connector = assertion.options.connector;
  return call;
}

function readVerdict(answer: string): Verdict | undefined {
  const found = extractJson(answer, isVerdict);
  if (isJsonObject(found)) return verdictIn(found);
  const mended = mendedJson(answer, isVerdict);
  const verdict = mended === undefined ? undefined : verdictIn(mended);
  return verdict === undefined ? readPlainVerdict(answer) : { ...verdict, mended: true };
}

function verdictIn({ passed, reason, score }: JsonObject): Verdict | undefined {
  if (typeof passed !== 'boolean') return undefined;
  const verdict: Verdict = { passed, reason: typeof reason === 'string' ? reason : '' };
  return typeof score === 'number' ? { ...verdict, score } : verdict;
}

/** Reads the answer of a scoring validator: its `score`, else 1 or 0 for its verdict. `undefined` if it has neither. */
export function readAgentScore(answer: string): { score: number; reason: string } | undefined {
  const found = extractJson(answer, (value) => isJsonObject(value) && typeof value.score === 'number');
  if (isJsonObject(found) && typeof found.score === 'number') {
    return { score: found.score, reason: typeof found.reason === 'string' ? found.reason : '' };
  }
  const verdict = readVerdict(answer);
  return verdict === undefined ? undefined : { score: verdict.passed ? 1 : 0, reason: verdict.reason };
}

/** An answer that is JSON and nothing else is kept as what it says, any other word for word. */
export function asStructure(answer: string): Json {
  const value = jsonIn(answer);
  return isJsonObject(value) ? value : answer;
}

/** Some models answer in YAML; a line `passed: true` leaves no doubt. */
function readPlainVerdict(answer: string): Verdict | undefined {
  const passed = /^passed:[ \t]*(true|false)[ \t]*$/m.exec(answer)?.[1];
  if (passed === undefined) return undefined;
  const reason = /^reason:[ \t]*(\S.*)$/m.exec(answer)?.[1] ?? '';
  return { passed: passed === 'true', reason };
}

function isVerdict(value: Json): boolean {
  return isJsonObject(value) && typeof value.passed === 'boolean';
}
