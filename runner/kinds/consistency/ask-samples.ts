import * as z from 'zod';
import { getJudgedValue } from '../../assertions/judged-value.ts';
import { toPlainText } from '../../assertions/to-plain-text.ts';
import type { AnswerSample, ConsistencyCase, Message, ToolCall } from '../../contract/index.ts';
import { type AgentResponse, type AttemptContext, startStopwatch } from '../../ports/index.ts';
import { isJsonObject, type Json, mapInParallel } from '../../values/index.ts';
import { askAgentUnderTest } from '../attempt/ask-agent-under-test.ts';
import { callInOwnSession } from './call-in-own-session.ts';

/** The samples that result from one call: one, or several if a workflow contains a loop. */
export type SampleAnswers = readonly AnswerSample[];

type SamplesRequest = { testCase: ConsistencyCase; messages: Message[] };

/**
 * The answer of a workflow: one output for each iteration of its loop, with the prompt that the workflow's agent got.
 */
const outputsSchema = z.strictObject({
  outputs: z.array(z.strictObject({ text: z.string(), prompt: z.string().optional() })),
});
type SampleOutput = z.infer<typeof outputsSchema>['outputs'][number];

/**
 * Asks the question as often as the case says, several times in parallel. A failed answer becomes a sample with an
 * error.
 */
export async function askSamples(
  context: AttemptContext,
  { testCase, messages }: SamplesRequest,
  signal: AbortSignal,
): Promise<SampleAnswers[]> {
  const collected: SampleAnswers[] = [];
  return mapInParallel(
    {
      items: Array.from({ length: testCase.samples }, (_, position) => position),
      width: testCase.concurrency,
      async work(position) {
        const answers = await askSample(context, { testCase, messages, position });
        signal.throwIfAborted();
        for (const sample of answers) context.emit({ type: 'sample.finished', sample });
        collected[position] = answers;
        context.record({ samples: collected.flat() });
        return answers;
      },
    },
    signal,
  );
}

async function askSample(
  context: AttemptContext,
  { testCase, messages, position }: SamplesRequest & { position: number },
): Promise<SampleAnswers> {
  const { ports } = context;
  const label = String(position + 1);
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  const result = await callInOwnSession(context, {
    testCase,
    session: label,
    make: (ownContext) => askAgentUnderTest(ownContext, { turn: position + 1, messages }),
  });
  const timing = { startedAt, durationMs: elapsed() };
  if (!result.ok) return [{ label, error: result.error, ...timing }];
  const outputs = parseOutputs(result.value);
  if (outputs.length === 0) return [{ label, error: 'the workflow ended without an output', ...timing }];
  const contexts = collectRetrievedContexts(result.value.toolCalls, testCase.contextIds === true ? 'id' : 'text');
  return outputs.map(({ text, prompt }, index) => ({
    label: outputs.length === 1 ? label : `${label}.${index + 1}`,
    prompt,
    output: text,
    ...(contexts.length === 0 ? {} : { contexts }),
    ...(index === 0 ? collectUsageAndTools(result.value) : {}),
    ...timing,
  }));
}

function parseOutputs(response: AgentResponse): SampleOutput[] {
  const workflow = outputsSchema.safeParse(response.next);
  return workflow.success ? workflow.data.outputs : [{ text: toPlainText(getJudgedValue(response)) }];
}

/** Assigns the cost and calls of a question to its first output only, so that sums do not count them twice. */
function collectUsageAndTools({ toolCalls, usage }: AgentResponse): Partial<AnswerSample> {
  return { ...(toolCalls.length === 0 ? {} : { toolCalls }), usage };
}

/** The form in which retrieved documents are given: by text or by id. */
type RetrievedContextForm = 'text' | 'id';

/** Returns the contexts in an agent's tool results. A list may be wrapped in an object: `{"results": [...]}`. */
function collectRetrievedContexts(toolCalls: readonly ToolCall[], form: RetrievedContextForm): string[] {
  const texts = toolCalls.flatMap(({ result }) => (result === undefined ? [] : collectContexts(result, form)));
  return [...new Set(texts)];
}

function collectContexts(result: Json, form: RetrievedContextForm): string[] {
  if (typeof result === 'string') return result === '' ? [] : [result];
  if (Array.isArray(result)) return result.flatMap((item) => collectContexts(item, form));
  if (!isJsonObject(result)) return [];
  const { id, content, text } = result;
  const contextText = (form === 'id' ? [id, content, text] : [content, text, id]).find(
    (value) => typeof value === 'string',
  );
  if (contextText !== undefined) return [contextText];
  return Object.values(result)
    .filter(Array.isArray)
    .flatMap((items) => collectContexts(items, form));
}
