import { fillHelperPlaceholders } from '../../agents/helper-names.ts';
import { refuseUnknownMocks } from '../../agents/tools/refuse-unknown-mocks.ts';
import type { Message, ToolCall } from '../../contract/index.ts';
import { chooseConnector } from '../../models/choose-connector.ts';
import type { LanguageModel, ModelRequest, ModelResponse } from '../../models/language-model.ts';
import { AgentError, createTextReporter } from '../../ports/index.ts';
import { type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';
import { answerWithTools, createToolDeclarations } from './answer-with-tools.ts';
import { askAgent } from './ask-agent.ts';
import { toCompletion } from './completion.ts';
import { createPromptContext } from './context-fields.ts';
import type { CreateHookResult } from './hooks.ts';
import { offerTools } from './mcp/offer-tools.ts';
import { toHookToolResult, toToolCall } from './mcp/run-tools.ts';
import { toRequestOptions } from './model-options.ts';
import { type Prompt, toPromptMessages } from './prompts.ts';
import type { YaoTurn } from './yao-turn.ts';

/** The model's answer, and the results of the tools that it called. */
export type ModelAnswer = {
  completion: JsonObject;
  content: string;
  /** The tool calls of the last round, in the form that the hook `Next` receives. */
  tools: JsonObject[] | undefined;
  /** All tool calls, for assertions and judges. */
  toolCalls: ToolCall[];
};

export type YaoModelQuestion = { conversation: readonly Message[]; createResult: CreateHookResult };

/** Calls the model with the prompts, the conversation and the tools. */
export async function askModel(
  { conversation, createResult }: YaoModelQuestion,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { yaoPackage, hooks, hasSandbox } = turn.assistant;
  const { standIn } = turn.runtime;
  if (hasSandbox && standIn !== undefined)
    return askReplacementAgent({ conversation, createResult }, { turn, standIn }, signal);
  const { model, connector } = findModelOfTurn(createResult, turn);
  const options = toRequestOptions({ ...yaoPackage.options, ...selectSamplingParameters(createResult) });
  const offered = await offerTools(createResult.mcp_servers ?? yaoPackage.mcp?.servers ?? [], turn, signal);
  const { mocks, context } = turn.request;
  // A mock of an unknown tool is rejected only if all tools are known, which is not so with hooks or with assistants
  // that call this one: they may use other tools.
  if (hooks === undefined && (context.callers ?? []).length === 0) {
    const offeredNames = offered.map(({ name, tool, server }) => ({ name, tool, server: server.id }));
    refuseUnknownMocks(turn.assistant.id, mocks, offeredNames);
  }
  const tools = createToolDeclarations(offered);
  // The answer is streamed only if there are no hooks, because hooks may change the text.
  const reportText = hooks === undefined ? createTextReporter(context) : undefined;
  const askOnce = (messages: Message[]) =>
    generateAnswer(
      { model, messages, options, said: reportText, ...(tools.length === 0 ? {} : { tools }) },
      turn,
      signal,
    );
  const messages = [...createPromptMessages(createResult, turn), ...conversation];
  if (offered.length === 0) return warnOfUnofferedTools(await askOnce(messages), connector, turn);
  const { tool_loop: loops = true, max_turn: maxTurns = 5 } = yaoPackage.mcp?.options ?? {};
  // If the assistant has a hook script, the model never receives the results of its tools: the `Next` hook is called
  // instead.
  const loop = hooks === undefined && loops ? { maxTurns } : undefined;
  const { answer, runs, allRuns } = await answerWithTools({ messages, offered, loop, ask: askOnce }, turn, signal);
  return {
    completion: toCompletion(answer, connector),
    content: answer.content,
    tools: runs.length === 0 ? undefined : runs.map(toHookToolResult),
    toolCalls: allRuns.map(toToolCall),
  };
}

/** Calls the agent that replaces the sandbox. It gets the input of the sandbox: the prompts and the conversation. */
async function askReplacementAgent(
  { conversation, createResult }: YaoModelQuestion,
  { turn, standIn }: { turn: YaoTurn; standIn: string },
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const messages = [...createPromptMessages(createResult, turn), ...conversation];
  const { content, toolCalls } = await askAgent({ agentId: standIn, messages, options: {} }, turn, signal);
  turn.log('agent', `${turn.assistant.id}: "${standIn}" answered in place of its sandbox`);
  return { completion: { role: 'assistant', content }, content, tools: undefined, toolCalls };
}

/**
 * Adds a warning if the model called tools although the assistant offers none. The calls are not executed, but appear
 * in the result.
 */
function warnOfUnofferedTools(answer: ModelResponse, connector: string, turn: YaoTurn): ModelAnswer {
  const { toolCalls } = answer;
  if (toolCalls.length > 0) {
    const names = toolCalls.map(({ tool }) => tool).join(', ');
    turn.warn(`the model called ${names}, but the assistant offers no tools: nothing was run`);
  }
  return {
    completion: toCompletion(answer, connector),
    content: answer.content,
    tools: undefined,
    toolCalls: toolCalls.map(({ id, tool, arguments: args }) => ({ id, tool, arguments: args })),
  };
}

async function generateAnswer(
  { model, ...question }: { model: LanguageModel } & Omit<ModelRequest, 'context'>,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const answer = await model.generate({ ...question, context: turn.request.context }, signal);
  turn.spend(answer.usage);
  return answer;
}

function findModelOfTurn({ connector }: CreateHookResult, turn: YaoTurn): { model: LanguageModel; connector: string } {
  const { chosen, runtime, assistant } = turn;
  if (chosen === undefined) throw new AgentError(`agent "${assistant.id}" has no model`, 'configuration');
  if (connector === undefined || connector === '') return chosen;
  if (chosen.fixed) {
    turn.log('hook Create', `its connector "${connector}" is replaced by "${chosen.connector}", which the run selects`);
    return chosen;
  }
  const id = chooseConnector({ id: assistant.id, connector }, runtime);
  return { connector: id, model: runtime.connectors.model(id) };
}

function createPromptMessages(createResult: CreateHookResult, turn: YaoTurn): Message[] {
  const { assistant, runtime, request, metadata } = turn;
  const alone =
    createResult.disable_global_prompts ??
    request.options.disable_global_prompts ??
    booleanOrUndefined(metadata.__disable_global_prompts) ??
    assistant.yaoPackage.disable_global_prompts;
  const chosenPrompts = [...(alone ? [] : assistant.globalPrompts), ...choosePromptsOfAssistant(createResult, turn)];
  warnOfBraces(chosenPrompts, turn);
  const filledPrompts = toPromptMessages(chosenPrompts, {
    now: runtime.now(request.context),
    variables: runtime.variables,
    context: createPromptContext(turn),
  });
  return filledPrompts.map((prompt) =>
    typeof prompt.content === 'string'
      ? { ...prompt, content: fillHelperPlaceholders(prompt.content, request.options.metadata) }
      : prompt,
  );
}

function choosePromptsOfAssistant({ prompt_preset: chosenPreset }: CreateHookResult, turn: YaoTurn): readonly Prompt[] {
  const { prompts: ownPrompts, presets } = turn.assistant;
  const presetInMetadata = turn.metadata.__prompt_preset;
  const name = chosenPreset ?? (typeof presetInMetadata === 'string' ? presetInMetadata : '');
  if (name === '') return ownPrompts;
  const preset = presets.get(name);
  if (preset !== undefined) return preset;
  const knownPresets = presets.size === 0 ? 'none' : [...presets.keys()].join(', ');
  turn.warn(`there is no prompt preset "${name}" (known presets: ${knownPresets}): Yao takes prompts.yml instead`);
  return ownPrompts;
}

/**
 * Warns about placeholders in braces. Braces are not part of Yao's placeholder syntax, so they would remain around the
 * value.
 */
function warnOfBraces(prompts: readonly Prompt[], turn: YaoTurn): void {
  const bracedVariables = prompts.map(({ content }) => /\{\{\s*\$(?:CTX|SYS|ENV)\.\w+\s*\}\}/.exec(content)?.[0]);
  for (const expression of bracedVariables) {
    if (expression !== undefined)
      turn.warn(`a prompt contains ${expression}: Yao keeps the braces; write it without them`);
  }
}

function selectSamplingParameters({ temperature, max_tokens, max_completion_tokens }: CreateHookResult): JsonObject {
  return withoutUndefined({ temperature, max_tokens, max_completion_tokens });
}

function booleanOrUndefined(value: Json | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
