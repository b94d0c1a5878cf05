import { toModelToolName } from '../assertions/match-tool.ts';
import type { Message, ToolCall } from '../contract/index.ts';
import { formatToolResultForModel } from '../fold/index.ts';
import type { LanguageModel, ModelRequest, ModelToolCall } from '../models/language-model.ts';
import { type Agent, AgentError, type AgentRequest, type AgentResponse, createTextReporter } from '../ports/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import { fillHelperPlaceholders } from './helper-names.ts';
import { formatToolError, type ToolServer, toResultValue } from './mcp/tool-server.ts';
import { answerCall } from './tools/answer-call.ts';
import { answerWithTools } from './tools/answer-with-tools.ts';
import { type KnownTool, refuseUnknownMocks } from './tools/refuse-unknown-mocks.ts';

type ModelToolDeclaration = NonNullable<ModelRequest['tools']>[number];

type ModelAgentOptions = Pick<ModelRequest, 'tools' | 'options'> & {
  system?: string | undefined;
  /** The servers whose tools the model may call. Their tools are listed again at each call of the agent. */
  servers?: readonly ToolServer[];
};

/** A tool that is offered to the model, and its server. */
type OfferedTool = { declaration: ModelToolDeclaration; tool: string; server?: ToolServer };

const MAX_ROUNDS = 30;

/**
 * Creates an agent that sends the conversation to a model, after a system prompt if there is one. If mocks or servers
 * can answer the model's tool calls, they do, and the model continues; otherwise, the tool calls are part of the
 * answer.
 */
export function createModelAgent(id: string, model: LanguageModel, modelOptions: ModelAgentOptions = {}): Agent {
  const { system, tools, options, servers = [] } = modelOptions;
  return {
    id,
    async invoke(request, signal) {
      const prompts: Message[] =
        system === undefined
          ? []
          : [{ role: 'system', content: fillHelperPlaceholders(system, request.options.metadata) }];
      const messages = [...prompts, ...request.messages];
      if (request.mocks === undefined && servers.length === 0) {
        const { context } = request;
        const onText = createTextReporter(context);
        const answer = await model.generate({ messages, tools, options, context, said: onText }, signal);
        return { content: answer.content, toolCalls: answer.toolCalls, usage: answer.usage };
      }
      const offeredTools = [...(tools ?? []).map(toOfferedTool), ...(await listTools(servers, signal))];
      const isOpen = tools === undefined && servers.length === 0;
      if (!isOpen) refuseUnknownMocks(id, request.mocks, offeredTools.map(toMockableTool));
      return runToolConversation({ id, model, messages, request, options, offered: offeredTools, isOpen }, signal);
    },
  };
}

type ModelConversation = Pick<ModelAgentOptions, 'options'> & {
  id: string;
  model: LanguageModel;
  messages: Message[];
  request: AgentRequest;
  offered: readonly OfferedTool[];
  /** True if the agent declares no tools, as with scripted rules. Then the model may call any tool. */
  isOpen: boolean;
};

async function runToolConversation(conversation: ModelConversation, signal: AbortSignal): Promise<AgentResponse> {
  const { id, model, messages, request, options, offered } = conversation;
  const { texts, toolCalls, usage } = await answerWithTools(
    {
      request,
      messages,
      model,
      options,
      tools: offered.map(({ declaration }) => declaration),
      maxRounds: MAX_ROUNDS,
      call: (toolCall) => callTool(toolCall, conversation, signal),
      resultText: formatToolResultForModel,
      onTooManyCalls(answer) {
        const names = answer.toolCalls.map(({ tool }) => tool).join(', ');
        throw new AgentError(
          `agent "${id}": its model still calls tools (${names}) after ${MAX_ROUNDS} rounds of results in one turn`,
          'agent',
        );
      },
    },
    signal,
  );
  return { content: texts.join('\n\n'), toolCalls, usage };
}

async function callTool(
  toolCall: ModelToolCall,
  conversation: ModelConversation,
  signal: AbortSignal,
): Promise<ToolCall> {
  const { offered, isOpen, request } = conversation;
  const { id, tool: name, arguments: args, error } = toolCall;
  const { mocks: toolMocks } = request;
  const offeredTool = offered.find(({ declaration }) => declaration.name === name);
  if (offeredTool === undefined && !isOpen) {
    const toolNames = offered.map(({ declaration }) => declaration.name).join(', ');
    const failedCall = {
      id,
      tool: name,
      arguments: args,
      error: `there is no tool "${name}"; known tools: ${toolNames}`,
    };
    return toolMocks === undefined ? failedCall : { ...failedCall, mocked: true };
  }
  const { server, tool } = offeredTool ?? { tool: name, server: undefined };
  const callRealTool = server && (() => callServerTool(server, { tool, arguments: args }, signal));
  const call = { id, server: server?.id, arguments: args };
  return {
    ...call,
    tool,
    ...(await answerCall(
      { ...call, name: tool, error, toolMocks, callReal: callRealTool, report: request.context.report },
      signal,
    )),
  };
}

async function callServerTool(
  server: ToolServer,
  { tool, arguments: args }: { tool: string; arguments: Json },
  signal: AbortSignal,
): Promise<Json> {
  if (!isJsonObject(args)) throw new Error(`its arguments must be a JSON object, not ${JSON.stringify(args)}`);
  const toolAnswer = await server.call({ tool, arguments: args }, signal);
  if (toolAnswer.isError) throw new Error(formatToolError(toolAnswer));
  return toResultValue(toolAnswer);
}

function toMockableTool({ declaration, tool, server }: OfferedTool): KnownTool {
  return { name: declaration.name, tool, server: server?.id };
}

function toOfferedTool(declaration: ModelToolDeclaration): OfferedTool {
  return { declaration, tool: declaration.name };
}

async function listTools(servers: readonly ToolServer[], signal: AbortSignal): Promise<OfferedTool[]> {
  const lists = servers.map(async (server) => {
    const tools = await server.tools(signal);
    return tools.map(({ name: tool, description, schema }): OfferedTool => {
      const name = toModelToolName({ server: server.id, tool });
      return { declaration: { name, description, parameters: schema }, server, tool };
    });
  });
  return (await Promise.all(lists)).flat();
}
