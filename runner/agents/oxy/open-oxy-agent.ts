import path from 'node:path';
import { type Json, type JsonObject, type Message, textOfContent } from '../../contract/index.ts';
import {
  type Agent,
  type AgentContext,
  AgentError,
  type AgentProvider,
  type AgentRequest,
} from '../../engine/ports.ts';
import type { Connectors } from '../../models/connectors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { MissingVariable } from '../../models/missing-variable.ts';
import type { ProcessHandlers } from '../../scripts/script-invoker.ts';
import { type OxyAgentSource, readOxyAgent } from './agent-definition.ts';
import { answerWithTools } from './answer-with-tools.ts';
import { type Instructions, readInstructions, unavailableNames, variablesOf } from './instructions.ts';
import { type OxyFile, withoutSuffix } from './oxy-files.ts';
import { type OxyTool, offeredTools } from './tools.ts';

/** What all agents of an oxy project share; its root is the workspace. */
export type OxyRuntime = {
  root: string;
  connectors: Connectors;
  agents: AgentProvider;
  /** What `runner.config.ts` registers: `tools.<name>` answers for a tool. */
  handlers: ProcessHandlers;
  /** The time that templates are filled in with. */
  now(context: AgentContext): Date;
};

type Opened = Pick<OxyFile, 'id' | 'file'> & {
  runtime: OxyRuntime;
  source: OxyAgentSource;
  instructions: Instructions;
  tools: readonly OxyTool[];
};

/** An agent of an oxy project: its instructions, its model, and the tools that the workspace answers. */
export function openOxyAgent(
  agent: Pick<OxyFile, 'id' | 'file'> & { connector?: string | undefined },
  runtime: OxyRuntime,
): Agent {
  const { id, file, connector } = agent;
  const { root, handlers, connectors } = runtime;
  const source = readOxyAgent(file, root);
  const { definition } = source;
  const { tools, problems } = offeredTools(source, handlers.names);
  problems.unshift(...unavailableNames(source));
  if (problems.length > 0) throw new AgentError(problems.join('\n'), 'configuration');
  const agentName = definition.name ?? withoutSuffix(path.basename(file));
  const instructions = readInstructions(source, { root, agentName });
  tryInstructions(source, instructions);
  const model = connector === undefined ? ownModel(source, connectors) : connectors.model(connector);
  const opened: Opened = { id, file, runtime, source, instructions, tools };
  return {
    id,
    async invoke(request, signal) {
      for (const note of instructions.notes) request.context.warn?.(note);
      const system = await systemMessage(opened, request, signal);
      return answerWithTools(
        {
          ...{ request, model, tools, messages: [system, ...request.messages] },
          options: definition.reasoning === undefined ? {} : { reasoning_effort: definition.reasoning.effort },
          mostRounds: definition.max_tool_calls,
          call: (tool, values, callSignal) => callTool({ opened, request, tool, values }, callSignal),
        },
        signal,
      );
    },
  };
}

/** A variable that is missing is no mistake in the file. */
function ownModel({ definition, place }: OxyAgentSource, connectors: Connectors): LanguageModel {
  try {
    return connectors.model(definition.model);
  } catch (error) {
    if (!(error instanceof AgentError) || error instanceof MissingVariable) throw error;
    throw new AgentError(`${place(['model'])}: ${error.message}`, 'configuration', { cause: error });
  }
}

/** What is wrong with the template is known before the first question, unless that is needed to fill it in. */
function tryInstructions(source: OxyAgentSource, { render, tools }: Instructions): void {
  const open = Object.values(source.definition.variables).some(({ default: value }) => value === undefined);
  if (open || tools.length > 0) return;
  render({ prompt: '', variables: variablesOf(source, undefined), tools: {}, now: () => new Date() });
}

async function systemMessage(opened: Opened, request: AgentRequest, signal: AbortSignal): Promise<Message> {
  const { source, instructions, runtime } = opened;
  const asked = request.messages.findLast(({ role }) => role === 'user');
  const prompt = textOfContent(asked?.content ?? '');
  const tools: JsonObject = {};
  for (const tool of opened.tools) {
    const { name, parameters } = tool.declaration;
    if (!instructions.tools.includes(name)) continue;
    const [argument = 'query'] = Object.keys(parameters.properties ?? {});
    tools[name] = await callTool({ opened, request, tool, values: { [argument]: prompt } }, signal);
  }
  const content = instructions.render({
    ...{ prompt, tools },
    variables: variablesOf(source, request.options.metadata?.variables),
    now: () => runtime.now(request.context),
  });
  return { role: 'system', content };
}

type ToolRequest = { opened: Opened; request: AgentRequest; tool: OxyTool; values: Json };

function callTool({ opened, request, tool, values }: ToolRequest, signal: AbortSignal): Promise<Json> {
  const { id, file, runtime } = opened;
  const { context, log, sessionId } = request;
  const callers = [...(context.callers ?? []), id];
  return runtime.handlers.call(
    {
      key: tool.handler,
      from: { baseDir: path.dirname(file), agentId: id },
      call: {
        name: `tools.${tool.declaration.name}`,
        values: [values],
        chain: [],
        services: {
          log: (source, text) => log?.(source, text),
          askAgent: async ({ agentId, messages, options }) => {
            const agent = await runtime.agents.agent({ id: agentId }, signal);
            return agent.invoke({ messages, options, sessionId, context: { ...context, callers } }, signal);
          },
        },
      },
    },
    signal,
  );
}
