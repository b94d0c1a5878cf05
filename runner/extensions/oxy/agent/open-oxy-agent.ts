import path from 'node:path';
import { answerCall, type ToolCallOutcome } from '../../../agents/tools/answer-call.ts';
import { answerWithTools } from '../../../agents/tools/answer-with-tools.ts';
import type { Message, ToolCall, Usage } from '../../../contract/index.ts';
import { addUsage, formatContentText } from '../../../fold/index.ts';
import type { Connectors } from '../../../models/connectors.ts';
import type { LanguageModel, ModelResponse, ModelToolCall } from '../../../models/language-model.ts';
import { MissingVariableError } from '../../../models/missing-variable.ts';
import { type Agent, AgentError } from '../../../ports/index.ts';
import { type Json, type JsonObject, toJsonText, withoutUndefined } from '../../../values/index.ts';
import { type OxyAgentSource, readOxyAgent } from './agent-definition.ts';
import { callTool, type OpenedOxyAgent, type OxyRuntime, type ToolCallContext } from './call-tool.ts';
import { findMissingInstructionParts, type Instructions, readInstructions, resolveVariables } from './instructions.ts';
import { MissingPartsError } from './missing-parts.ts';
import { type OxyFile, withoutOxySuffix } from './oxy-files.ts';
import { collectOfferedTools, type OxyTool } from './tools.ts';
import { wordSearchWarning } from './word-search.ts';
import { readCheckedWorkflow } from './workflow/workflow-requirements.ts';

/** An agent of an oxy project with its instructions, its model, and its tools, which the workspace answers. */
export async function openOxyAgent(
  agent: Pick<OxyFile, 'id' | 'file'> & { connector?: string | undefined },
  runtime: OxyRuntime,
): Promise<Agent> {
  const { id, file, connector } = agent;
  const { root, handlers, connectors, databases } = runtime;
  const source = readOxyAgent(file, root);
  const { definition } = source;
  const readWorkflowOfTool = (src: string) =>
    readCheckedWorkflow(src, { project: root, databases, handlers: handlers.names });
  const { tools, missingTools } = await collectOfferedTools(source, {
    root,
    handlers: handlers.names,
    databases,
    workflow: readWorkflowOfTool,
  });
  const unavailable = await findMissingInstructionParts(source, databases.problem);
  const unavailableParts = unavailable.filter(({ what }) => !missingTools.some((part) => part.what === what));
  if (unavailableParts.length + missingTools.length > 0)
    throw new MissingPartsError([...unavailableParts, ...missingTools]);
  const agentName = definition.name ?? withoutOxySuffix(path.basename(file));
  const instructions = readInstructions(source, { root, agentName });
  const databaseDescriptions: JsonObject = {};
  for (const name of instructions.databases)
    databaseDescriptions[name] = await databases.describeForTemplates(name, new AbortController().signal);
  checkInstructionTemplate(source, instructions, databaseDescriptions);
  const model = connector === undefined ? createModelOfAgent(source, connectors) : connectors.model(connector);
  const openedAgent: OpenedOxyAgent = {
    id,
    file,
    runtime,
    source,
    instructions,
    databaseDescriptions,
    tools,
  };
  return {
    id,
    async invoke(request, signal) {
      for (const note of [...instructions.notes, ...describeRetrievalTools(tools)])
        request.context.report?.({ type: 'warning', text: note });
      let spentByTools: Usage | undefined;
      const toolContext: ToolCallContext = {
        agent: openedAgent,
        request,
        onUsage: (usage) => {
          spentByTools = addUsage(spentByTools, usage);
        },
      };
      const system = await buildSystemMessage(toolContext, signal);
      const { texts, toolCalls, usage } = await answerWithTools(
        {
          request,
          model,
          messages: [system, ...request.messages],
          tools: tools.map(({ declaration }) => declaration),
          options: withoutUndefined({ reasoning_effort: definition.reasoning?.effort }),
          maxRounds: tools.length === 0 ? 0 : definition.max_tool_calls,
          onTooManyCalls: (answer) =>
            request.context.report?.({ type: 'warning', text: describeSkippedToolCalls(answer, openedAgent) }),
          call: (toolCall, callSignal) => answerModelToolCall(toolCall, toolContext, callSignal),
          resultText: formatToolResult,
        },
        signal,
      );
      // The answer is the joined text of all steps, as in oxy.
      return { content: texts.join(''), toolCalls, usage: addUsage(usage, spentByTools) };
    },
  };
}

function describeRetrievalTools(tools: readonly OxyTool[]): string[] {
  const searchTools = tools.filter(({ answer }) => answer.by === 'words');
  return searchTools.map(({ declaration }) => `the tool "${declaration.name}" (retrieval) is a ${wordSearchWarning}`);
}

function describeSkippedToolCalls({ toolCalls }: ModelResponse, { tools, source }: OpenedOxyAgent): string {
  const names = toolCalls.map(({ tool }) => tool).join(', ');
  if (tools.length === 0) return `the model called ${names}, but the agent has no tools: nothing was run`;
  const { max_tool_calls: maxCalls } = source.definition;
  return `the model still called ${names} after ${maxCalls} rounds of calls (max_tool_calls): its text so far is used as the answer`;
}

/** Answers a tool call of the model. If that fails, the model gets the error and may try again. */
async function answerModelToolCall(
  toolCall: ModelToolCall,
  toolContext: ToolCallContext,
  signal: AbortSignal,
): Promise<ToolCall> {
  const { id, tool: name, arguments: values, error } = toolCall;
  const baseCall = { id, tool: name, arguments: values };
  const tool = toolContext.agent.tools.find(({ declaration }) => declaration.name === name);
  if (tool !== undefined)
    return { ...baseCall, ...(await answerToolWithMocks({ ...toolContext, id, error, tool, values }, signal)) };
  const missing = { ...baseCall, error: `there is no tool "${name}"` };
  return toolContext.request.mocks === undefined ? missing : { ...missing, mocked: true };
}

type RequestedToolCall = ToolCallContext & { id?: string; error?: string | undefined; tool: OxyTool; values: Json };

function answerToolWithMocks({ id, error, ...call }: RequestedToolCall, signal: AbortSignal): Promise<ToolCallOutcome> {
  const { tool, values, request } = call;
  const { name } = tool.declaration;
  const runRealTool = () => callTool(call, signal);
  const { report } = request.context;
  return answerCall(
    { id, name, arguments: values, error, toolMocks: request.mocks, callReal: runRealTool, report },
    signal,
  );
}

function formatToolResult({ result, error }: ToolCall): string {
  if (error !== undefined) return `Error: ${error}`;
  return result === undefined ? '' : toJsonText(result);
}

/** Adds the position in the file to the error, except for an unset variable, which is not a mistake in the file. */
function createModelOfAgent({ definition, place }: OxyAgentSource, connectors: Connectors): LanguageModel {
  try {
    return connectors.model(definition.model);
  } catch (error) {
    if (!(error instanceof AgentError) || error instanceof MissingVariableError) throw error;
    throw new AgentError(`${place(['model'])}: ${error.message}`, 'configuration', { cause: error });
  }
}

/**
 * Renders the instructions before the first request, so that mistakes in the template are found early. This is
 * impossible if the template needs the variables or tools of a request.
 */
function checkInstructionTemplate(
  source: OxyAgentSource,
  { render, tools }: Instructions,
  databases: JsonObject,
): void {
  const open = Object.values(source.definition.variables).some(({ default: value }) => value === undefined);
  if (open || tools.length > 0) return;
  render({ prompt: '', variables: resolveVariables(source, undefined), tools: {}, databases, now: () => new Date() });
}

async function callToolOrThrow(call: RequestedToolCall, signal: AbortSignal): Promise<Json> {
  if (call.request.mocks === undefined) return callTool(call, signal);
  const { result = null, error } = await answerToolWithMocks(call, signal);
  if (error !== undefined) throw new AgentError(`${call.tool.declaration.name}: ${error}`, 'agent');
  return result;
}

async function buildSystemMessage(toolContext: ToolCallContext, signal: AbortSignal): Promise<Message> {
  const { agent, request } = toolContext;
  const { source, instructions, runtime } = agent;
  const question = request.messages.findLast(({ role }) => role === 'user');
  const prompt = formatContentText(question?.content ?? '');
  const tools: JsonObject = {};
  for (const tool of agent.tools) {
    const { name, parameters } = tool.declaration;
    if (!instructions.tools.includes(name)) continue;
    const [argument = 'query'] = Object.keys(parameters.properties ?? {});
    tools[name] = await callToolOrThrow({ ...toolContext, tool, values: { [argument]: prompt } }, signal);
  }
  const content = instructions.render({
    prompt,
    tools,
    databases: agent.databaseDescriptions,
    variables: resolveVariables(source, request.options.metadata?.variables),
    now: () => runtime.now(request.context),
  });
  return { role: 'system', content };
}
