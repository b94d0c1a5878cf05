import { evaluateAssertion, evaluateSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { AssertionHelpers, Subject, ValidationCall } from '../../assertions/subject.ts';
import { withoutQuestion } from '../../assertions/without-question.ts';
import type { Assertion, AssertionResult, Fault, Message } from '../../contract/index.ts';
import { type AttemptContext, faultOfError, Stopped } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';

/** `terse` skips the explanation of a failure. Used where nobody reads it. */
export type Judgement = { assertion: Assertion; subject: Subject; turn: number; terse?: boolean };

export type JudgeAssertion = (judgement: Judgement) => AssertionResult | Promise<AssertionResult>;

/** Checks assertions within the attempt's deadline. Validators and scripts run through the attempt's ports. */
export function createJudge(context: AttemptContext): JudgeAssertion {
  const { deadline } = context;
  return ({ assertion, subject, turn, terse }) => {
    const stopCause = deadline.stopped();
    if (stopCause !== undefined) throw new Stopped(stopCause);
    const result = evaluateSynchronously({ assertion, subject, terse });
    if (result !== undefined) return result;
    const helpers = createHelpers(context, turn);
    return deadline.run((signal) => evaluateAssertion({ assertion, subject, helpers }, signal));
  };
}

/**
 * For an attempt that has broken off: makes only checks that need no calls. Those that need a judge or a snapshot are
 * listed as not judged.
 */
export const judgeOffline: JudgeAssertion = ({ assertion, subject }) =>
  evaluateSynchronously({ assertion, subject }) ?? {
    type: assertion.type,
    status: 'error',
    message: 'not judged, because the attempt ended early',
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
        if (answer.kind === 'written') {
          const written = `the snapshot "${call.name}" was written to ${answer.file}`;
          const doubt = holdsNothing(call.value) ? '; it is empty, so check that its path finds what it should' : '';
          context.report({ type: 'warning', text: `${written}${doubt}` });
        }
        return answer;
      }),
  };
}

/** Nothing in such an answer could differ, unless the answer gains something. */
function holdsNothing(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

type JudgeProblem = Pick<Fault, 'kind' | 'evidence' | 'turn'>;

/**
 * The fault for a judge's reply without a verdict. Minor, because it matters only if nothing else explains the failure
 * of the attempt.
 */
export function judgeFault(problem: JudgeProblem): Fault {
  return {
    by: 'judge',
    severity: 'minor',
    rule: 'the reply of a judge is not a verdict',
    confidence: 'certain',
    ...problem,
  };
}

/** Calls a validator agent within the attempt's deadline. Returns its answer without repetitions of the question. */
export async function askValidator(
  context: AttemptContext,
  { use, connector, request }: ValidationCall,
  turn: number,
): Promise<string> {
  const message = toUserMessage(request);
  const prompts = [message.content, request.output].filter((text) => typeof text === 'string');
  const response = await context.ask({
    role: 'judge',
    phase: 'judge',
    turn,
    agentId: use,
    connector,
    messages: [message],
    options: { metadata: { ...withoutUndefined({ criteria: request.criteria }), test_mode: 'validator' } },
    sessionId: `${context.sessionId}:judge`,
    onModelCall: ({ request: made }) => prompts.push(...(made?.messages ?? []).flatMap(promptIn)),
  });
  const answer =
    response.content === '' && response.next !== undefined ? JSON.stringify(response.next) : response.content;
  return withoutQuestion(answer, prompts);
}

/** The texts of a message to a model; none for the model's own messages. */
function promptIn(message: Json): string[] {
  if (!isJsonObject(message) || message.role === 'assistant') return [];
  const parts = Array.isArray(message.content) ? message.content : [message.content];
  return parts.flatMap((part = null) => {
    const text = isJsonObject(part) ? part.text : part;
    return typeof text === 'string' ? text : [];
  });
}

/** Helper agents receive their request as one user message of JSON. */
export function toUserMessage(request: JsonObject): Message {
  return { role: 'user', content: JSON.stringify(request) };
}
