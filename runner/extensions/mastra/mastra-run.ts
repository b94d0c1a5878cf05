import type { ScoreQuestion } from '../../ports/index.ts';

/** A scorer of Mastra. Before version 1.0, scorers have a name but no id. */
export type MastraScorer = { id?: unknown; name?: unknown; type?: unknown; run(run: object): unknown };

/**
 * Creates the argument for a scorer's `run`. Scorers for agents get messages, and so do all scorers if an agent has
 * answered; otherwise, they get texts.
 */
export function createMastraScorerRun(scorer: MastraScorer, question: ScoreQuestion): object {
  const { input, output, groundTruth, caseId, direct } = question;
  const commonFields = { runId: `test-${caseId}`, groundTruth };
  if (direct && scorer.type !== 'agent') return { ...commonFields, input, output };
  const shape = typeof scorer.id === 'string' ? 'stored' : 'ui';
  return {
    ...commonFields,
    input: {
      inputMessages: [toMastraMessage('user', { ...question, text: input, toolCalls: [] }, shape)],
      rememberedMessages: [],
      systemMessages: [],
      taggedSystemMessages: {},
    },
    output: [toMastraMessage('assistant', { ...question, text: output }, shape)],
  };
}

type MessageParts = Pick<ScoreQuestion, 'caseId' | 'toolCalls'> & { text: string };

/** A message in the format of Mastra 1.0; before, the parts were next to the text. */
function toMastraMessage(role: string, { caseId, text, toolCalls }: MessageParts, shape: 'stored' | 'ui'): object {
  const invocations = toToolInvocations(toolCalls);
  const parts = [
    ...invocations.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    { type: 'text', text },
  ];
  const head = { id: `${caseId}-${role}`, role, createdAt: new Date() };
  if (shape === 'ui') return { ...head, content: text, parts, toolInvocations: invocations };
  const toolParts = invocations.length === 0 ? {} : { toolInvocations: invocations };
  return { ...head, content: { format: 2, content: text, parts, ...toolParts } };
}

function toToolInvocations(toolCalls: ScoreQuestion['toolCalls']): object[] {
  return toolCalls.map(({ id, tool, arguments: args, result, error }, index) => ({
    toolCallId: id ?? `call-${index + 1}`,
    toolName: tool,
    args: args ?? {},
    ...(error === undefined
      ? { state: 'result', result: result ?? null }
      : { state: 'output-error', errorText: error }),
  }));
}
