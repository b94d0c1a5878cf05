import type { Message, ToolCall, Usage } from '../../contract/index.ts';
import { type AnsweredCall, addUsage, toolExchange } from '../../fold/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse, ModelToolCall } from '../../models/language-model.ts';
import { type AgentRequest, textReporter } from '../../ports/index.ts';
import { jsonText } from '../../values/index.ts';

export type ToolTask = Pick<ModelRequest, 'tools' | 'options'> & {
  request: AgentRequest;
  messages: readonly Message[];
  model: LanguageModel;
  /** The maximum number of rounds of tool calls. */
  mostRounds: number;
  /** Told of an answer whose calls are one round too many: it throws, or the texts so far stand. */
  tooMany(answer: ModelResponse): void;
  /** Answers a call. It throws only what ends the turn: the model is told of an `error`. */
  call(toolCall: ModelToolCall, signal: AbortSignal): Promise<ToolCall>;
  /** What a call gave, as the model reads it. */
  resultText(call: ToolCall): string;
};

/** What the model said in every round, and the calls with what they gave. */
export type ToolAnswer = { texts: string[]; toolCalls: ToolCall[]; usage: Usage | undefined };

/** Asks a model until it calls no more tools: each call is answered, and the model gets the results. */
export async function answerWithTools(task: ToolTask, signal: AbortSignal): Promise<ToolAnswer> {
  const { request, model, tools = [], options, mostRounds } = task;
  const messages = [...task.messages];
  const texts: string[] = [];
  const toolCalls: ToolCall[] = [];
  const report = textReporter(request.context);
  let usage: Usage | undefined;
  for (let round = 0; ; round += 1) {
    const question = { messages: [...messages], options, ...(tools.length === 0 ? {} : { tools }) };
    const onText = report && ((text: string) => report([...texts, text].join('\n\n')));
    const answer = await model.generate({ ...question, context: request.context, said: onText }, signal);
    if (answer.content !== '') texts.push(answer.content);
    usage = addUsage(usage, answer.usage);
    const isLast = answer.toolCalls.length === 0 || round === mostRounds;
    if (isLast && answer.toolCalls.length > 0) task.tooMany(answer);
    if (isLast) return { texts, toolCalls, usage };
    const answeredCalls = await answerCalls(answer.toolCalls, task, signal);
    toolCalls.push(...answeredCalls.map(({ call }) => call));
    messages.push(
      ...toolExchange(
        answer.content,
        answeredCalls.map((each) => exchanged(each, task)),
      ),
    );
  }
}

type Answered = { asked: ModelToolCall; call: ToolCall };

/** One after the other: what a tool keeps is then the same in every run. */
async function answerCalls(calls: readonly ModelToolCall[], task: ToolTask, signal: AbortSignal): Promise<Answered[]> {
  const answeredCalls: Answered[] = [];
  for (const toolCall of calls) {
    answeredCalls.push({ asked: toolCall, call: await task.call(toolCall, signal) });
  }
  return answeredCalls;
}

function exchanged({ asked, call }: Answered, { resultText }: ToolTask): AnsweredCall {
  const { id, tool: name, arguments: args } = asked;
  return { id, name, arguments: jsonText(args), result: resultText(call) };
}
