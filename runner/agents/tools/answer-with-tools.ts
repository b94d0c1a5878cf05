import type { Message, ToolCall, Usage } from '../../contract/index.ts';
import { type AnsweredToolCall, addUsage, toToolCallMessages } from '../../fold/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse, ModelToolCall } from '../../models/language-model.ts';
import { type AgentRequest, createTextReporter } from '../../ports/index.ts';
import { toJsonText } from '../../values/index.ts';

export type ToolConversation = Pick<ModelRequest, 'tools' | 'options'> & {
  request: AgentRequest;
  messages: readonly Message[];
  model: LanguageModel;
  maxRounds: number;
  /**
   * Called if the model still calls tools after the last round. If it does not throw, the texts so far are the answer.
   */
  onTooManyCalls(answer: ModelResponse): void;
  /** Answers a call. An error in the result is passed to the model; a thrown error ends the turn. */
  call(toolCall: ModelToolCall, signal: AbortSignal): Promise<ToolCall>;
  /** Converts the result of a call to a text for the model. */
  resultText(call: ToolCall): string;
};

/** The texts of all rounds, and the calls with their results. */
export type ToolAnswer = { texts: string[]; toolCalls: ToolCall[]; usage: Usage | undefined };

/** Calls a model, answers its tool calls and calls it again with the results, until it makes no more tool calls. */
export async function answerWithTools(task: ToolConversation, signal: AbortSignal): Promise<ToolAnswer> {
  const { request, model, tools = [], options, maxRounds } = task;
  const messages = [...task.messages];
  const texts: string[] = [];
  const toolCalls: ToolCall[] = [];
  const report = createTextReporter(request.context);
  let usage: Usage | undefined;
  for (let round = 0; ; round += 1) {
    const question = { messages: [...messages], options, ...(tools.length === 0 ? {} : { tools }) };
    const onText = report && ((text: string) => report([...texts, text].join('\n\n')));
    const answer = await model.generate({ ...question, context: request.context, said: onText }, signal);
    if (answer.content !== '') texts.push(answer.content);
    usage = addUsage(usage, answer.usage);
    const isLast = answer.toolCalls.length === 0 || round === maxRounds;
    if (isLast && answer.toolCalls.length > 0) task.onTooManyCalls(answer);
    if (isLast) return { texts, toolCalls, usage };
    const answeredCalls = await answerCalls(answer.toolCalls, task, signal);
    toolCalls.push(...answeredCalls.map(({ call }) => call));
    messages.push(
      ...toToolCallMessages(
        answer.content,
        answeredCalls.map((each) => toAnsweredCall(each, task)),
      ),
    );
  }
}

type ToolCallWithAnswer = { modelCall: ModelToolCall; call: ToolCall };

/** Answers one call after the other, so that the state of the tools changes in the same order in every run. */
async function answerCalls(
  calls: readonly ModelToolCall[],
  task: ToolConversation,
  signal: AbortSignal,
): Promise<ToolCallWithAnswer[]> {
  const answeredCalls: ToolCallWithAnswer[] = [];
  for (const toolCall of calls) {
    answeredCalls.push({ modelCall: toolCall, call: await task.call(toolCall, signal) });
  }
  return answeredCalls;
}

function toAnsweredCall({ modelCall, call }: ToolCallWithAnswer, { resultText }: ToolConversation): AnsweredToolCall {
  const { id, tool: name, arguments: args } = modelCall;
  return { id, name, arguments: toJsonText(args), result: resultText(call) };
}
