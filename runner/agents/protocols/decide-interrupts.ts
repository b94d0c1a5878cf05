import type { AgentContext } from '../../ports/index.ts';
import { AgentError } from '../../ports/index.ts';
import {
  castToJson,
  isJsonObject,
  type Json,
  toErrorMessage,
  tryParseJson,
  withoutUndefined,
} from '../../values/index.ts';
import { formatAnswerExcerpt } from '../http/read-answer.ts';
import type { InterruptAnswer, InterruptPolicy, OpenInterrupt } from './protocol.ts';

/** Answers the interrupts of an agent as its config says. Returns undefined if the next user message is the answer. */
export async function decideInterrupts(
  policy: InterruptPolicy,
  interrupts: readonly OpenInterrupt[],
  context: Pick<AgentContext, 'decide'>,
): Promise<InterruptAnswer[] | undefined> {
  if (policy === 'simulator') return undefined;
  if (policy === 'approve' || policy === 'reject') {
    return interrupts.map((interrupt) => ({ interrupt, kind: policy }));
  }
  const answers: InterruptAnswer[] = [];
  for (const interrupt of interrupts)
    answers.push({ interrupt, ...(await askDecisionScript(policy, interrupt, context)) });
  return answers;
}

/** Calls the user's function, which returns a boolean, a text, or a value in the agent's format. */
async function askDecisionScript(
  reference: string,
  interrupt: OpenInterrupt,
  { decide }: Pick<AgentContext, 'decide'>,
) {
  if (decide === undefined) throw new AgentError(`${reference} cannot be called here`, 'configuration');
  const { id: _, schema, ...visibleInterrupt } = interrupt;
  let decision: Json;
  try {
    decision = await decide(reference, [castToJson(withoutUndefined({ ...visibleInterrupt, schema }))]);
  } catch (error) {
    throw new AgentError(`${reference}, which answers interrupts, failed: ${toErrorMessage(error)}`, 'configuration', {
      cause: error,
    });
  }
  if (decision === true) return { kind: 'approve' as const };
  if (decision === false) return { kind: 'reject' as const };
  if (typeof decision === 'string') return { kind: 'text' as const, text: decision };
  if (decision === null) throw new AgentError(`${reference} decided nothing: "${interrupt.message}"`, 'configuration');
  return { kind: 'value' as const, value: decision };
}

/** Match the beginning of answers that mean yes (the first pattern) or no (the second). */
const affirmativeAnswerPattern =
  /^\W*(?:y|yes|yep|yeah|true|ok|okay|sure|approve|approved|confirm|confirmed|go ahead|please do|do it|agreed)\b/i;
const negativeAnswerPattern =
  /^\W*(?:n|no|nope|nah|false|not|never|stop|cancel|cancelled|reject|rejected|deny|denied|decline|refuse|do not|don.t|please do not|please don.t)\b/i;

/** Returns true if an answer approves the action about which the agent asked. An unclear answer does not approve it. */
export function isApproval(answer: InterruptAnswer): boolean {
  return interpretAnswer(answer) === 'yes';
}

function interpretAnswer(answer: InterruptAnswer): 'yes' | 'no' | 'unclear' {
  switch (answer.kind) {
    case 'approve':
      return 'yes';
    case 'reject':
      return 'no';
    case 'value':
      return interpretValueAsYesOrNo(answer.value);
    case 'text': {
      const json = tryParseJson(answer.text);
      if (isJsonObject(json)) return interpretValueAsYesOrNo(json);
      if (negativeAnswerPattern.test(answer.text)) return 'no';
      return affirmativeAnswerPattern.test(answer.text) ? 'yes' : 'unclear';
    }
    default:
      return answer satisfies never;
  }
}

function interpretValueAsYesOrNo(value: Json): 'yes' | 'no' {
  return value !== false && Object(value).approved !== false ? 'yes' : 'no';
}

/** Returns warnings about answers that are neither yes nor no, although the question requires one of them. */
export function listUnclearAnswerWarnings(answers: readonly InterruptAnswer[]): string[] {
  return answers.flatMap((answer) => {
    if (answer.kind !== 'text' || !isYesOrNo(answer.interrupt) || interpretAnswer(answer) !== 'unclear') return [];
    return `"${formatAnswerExcerpt(answer.text)}" says neither yes nor no to "${answer.interrupt.message}", so the answer counted as no`;
  });
}

/** Returns true if a call waits for approval, or the agent asks for a confirmation. */
function isYesOrNo({ tool, schema, reason }: OpenInterrupt): boolean {
  const { type, properties } = isJsonObject(schema) ? schema : {};
  if (type === 'boolean' || (isJsonObject(properties) && properties.approved !== undefined)) return true;
  return schema === undefined && (tool !== undefined || reason === 'confirmation');
}
