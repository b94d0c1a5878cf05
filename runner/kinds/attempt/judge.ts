import { evaluateAssertion, evaluateAtOnce } from '../../assertions/evaluate-assertion.ts';
import type { AssertionHelpers, Subject, ValidationCall } from '../../assertions/subject.ts';
import { withoutQuestion } from '../../assertions/without-question.ts';
import type { Assertion, AssertionResult, Fault, Message } from '../../contract/index.ts';
import { type AttemptContext, faultOfError, Stopped } from '../../ports/index.ts';
import { defined, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';

/** `terse`: nobody reads why it failed. */
export type Judgement = { assertion: Assertion; subject: Subject; turn: number; terse?: boolean };

/** Makes one check. */
export type JudgeAssertion = (judgement: Judgement) => AssertionResult | Promise<AssertionResult>;

/** Makes checks under the attempt's deadline; validators and scripts are reached through the attempt's ports. */
export function createJudge(context: AttemptContext): JudgeAssertion {
  const { deadline } = context;
  return ({ assertion, subject, turn, terse }) => {
    const stopCause = deadline.stopped();
    if (stopCause !== undefined) throw new Stopped(stopCause);
    const result = evaluateAtOnce({ assertion, subject, terse });
    if (result !== undefined) return result;
    const helpers = createHelpers(context, turn);
    return deadline.run((signal) => evaluateAssertion({ assertion, subject, helpers }, signal));
  };
}

/**
 * The same where the attempt has broken off: nobody is asked any more, no time is waited for, and what needs a verdict or
 * a snapshot is listed as not judged.
 */
export const judgeUnasked: JudgeAssertion = ({ assertion, subject }) =>
  evaluateAtOnce({ assertion, subject }) ?? {
    type: assertion.type,
    status: 'error',
    message: 'not judged, because the attempt broke off',
  };

function createHelpers(context: AttemptContext, turn: number): AssertionHelpers {
  const { planned, ports } = context;
  const { snapshots } = ports;
  return {
    validate: (call) => askValidator(context, call, turn),
    undecided: (kind, evidence) => context.report({ type: 'fault', fault: judgeFault({ kind, evidence, turn }) }),
    runScript({ reference, arguments: values }, signal) {
      context.emit({ type: 'phase.started', turn, phase: 'script' });
      const { baseDir, agentId } = planned;
      const services = context.services(turn);
      return ports.scripts
        .runFunction({ reference, baseDir, agentId, arguments: values, services }, signal)
        .catch((error: unknown) => {
          if (!signal.aborted) context.report({ type: 'fault', fault: faultOfError(error, { role: 'script', turn }) });
          throw error;
        });
    },
    compareSnapshot:
      snapshots &&
      ((call) => {
        const answer = snapshots.ask({ ...call, suiteKey: planned.suiteKey, caseId: planned.case.id });
        if (answer.kind === 'written')
          context.report({ type: 'warning', text: `the snapshot "${call.name}" was written to ${answer.file}` });
        return answer;
      }),
  };
}

type JudgeProblem = Pick<Fault, 'kind' | 'evidence' | 'turn'>;

/** A reply of a judge that is no verdict. What else failed decides whether that mattered. */
export function judgeFault(problem: JudgeProblem): Fault {
  return {
    by: 'judge',
    severity: 'minor',
    rule: 'the reply of a judge is no verdict',
    confidence: 'certain',
    ...problem,
  };
}

/** Asks a validator agent under the attempt's deadline. Answers its text, without what it repeats of its question. */
export async function askValidator(
  context: AttemptContext,
  { use, connector, request }: ValidationCall,
  turn: number,
): Promise<string> {
  const message = asMessage(request);
  const prompts = [message.content, request.output].filter((text) => typeof text === 'string');
  const response = await context.ask({
    role: 'judge',
    phase: 'judge',
    turn,
    agentId: use,
    connector,
    messages: [message],
    options: { metadata: { ...defined({ criteria: request.criteria }), test_mode: 'validator' } },
    sessionId: `${context.sessionId}:judge`,
    onModelCall: ({ request: made }) => prompts.push(...(made?.messages ?? []).flatMap(promptIn)),
  });
  const answer =
    response.content === '' && response.next !== undefined ? JSON.stringify(response.next) : response.content;
  return withoutQuestion(answer, prompts);
}

/** What a model was told, and not what it said. */
function promptIn(message: Json): string[] {
  if (!isJsonObject(message) || message.role === 'assistant') return [];
  const parts = Array.isArray(message.content) ? message.content : [message.content];
  return parts.flatMap((part = null) => {
    const text = isJsonObject(part) ? part.text : part;
    return typeof text === 'string' ? text : [];
  });
}

/** Helper agents receive their request as one user message of JSON. */
export function asMessage(request: JsonObject): Message {
  return { role: 'user', content: JSON.stringify(request) };
}
