import type { AgentContext } from '../../ports/index.ts';
import { AgentError } from '../../ports/index.ts';
import { asJson, defined, errorText, type Json } from '../../values/index.ts';
import type { InterruptAnswer, OpenInterrupt, ProtocolEntry } from './protocol.ts';

type Policy = Extract<ProtocolEntry, { interrupts: string }>['interrupts'];

/** Answers what an agent stopped for as its entry says; nothing where the next message of the conversation does. */
export async function decideInterrupts(
  policy: Policy,
  interrupts: readonly OpenInterrupt[],
  context: Pick<AgentContext, 'decide'>,
): Promise<InterruptAnswer[] | undefined> {
  if (policy === 'simulator') return undefined;
  if (policy === 'approve' || policy === 'reject') {
    return interrupts.map((interrupt) => ({ interrupt, kind: policy }));
  }
  const answers: InterruptAnswer[] = [];
  for (const interrupt of interrupts) answers.push({ interrupt, ...(await askScript(policy, interrupt, context)) });
  return answers;
}

/** A function may say yes or no, a text, or a value as the agent wants it. */
async function askScript(reference: string, interrupt: OpenInterrupt, { decide }: Pick<AgentContext, 'decide'>) {
  if (decide === undefined) throw new AgentError(`nobody here can call ${reference}`, 'configuration');
  const { id: _, schema, ...told } = interrupt;
  let decision: Json;
  try {
    decision = await decide(reference, [asJson(defined({ ...told, schema }))]);
  } catch (error) {
    throw new AgentError(`${reference}, which answers interrupts: ${errorText(error)}`, 'configuration', {
      cause: error,
    });
  }
  if (decision === true) return { kind: 'approve' as const };
  if (decision === false) return { kind: 'reject' as const };
  if (typeof decision === 'string') return { kind: 'text' as const, text: decision };
  if (decision === null) throw new AgentError(`${reference} decided nothing: "${interrupt.message}"`, 'configuration');
  return { kind: 'value' as const, value: decision };
}

/** Words of a person that mean yes, at the begin of an answer. */
const yes = /^\W*(?:y|yes|yep|yeah|ok|okay|sure|approve|approved|confirm|confirmed|go ahead|please do|do it|agreed)\b/i;

/** Whether an answer lets happen what an agent stopped for. What says neither does not. */
export function isApproval(answer: InterruptAnswer): boolean {
  if (answer.kind === 'text') return yes.test(answer.text);
  if (answer.kind !== 'value') return answer.kind === 'approve';
  return answer.value !== false && Object(answer.value).approved !== false;
}
