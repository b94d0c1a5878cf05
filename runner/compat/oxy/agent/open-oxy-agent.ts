import path from 'node:path';
import type { Message, Usage } from '../../../contract/index.ts';
import { addUsage, textOfContent } from '../../../fold/index.ts';
import type { Connectors } from '../../../models/connectors.ts';
import type { LanguageModel } from '../../../models/language-model.ts';
import { MissingVariable } from '../../../models/missing-variable.ts';
import {
  type Agent,
  type AgentContext,
  AgentError,
  type AgentProvider,
  type AgentRequest,
} from '../../../ports/index.ts';
import type { ProcessHandlers } from '../../../scripts/script-invoker.ts';
import { defined, type Json, type JsonObject } from '../../../values/index.ts';
import { type OxyAgentSource, readOxyAgent } from './agent-definition.ts';
import { answerWithTools } from './answer-with-tools.ts';
import { type Instructions, readInstructions, unavailableNames, variablesOf } from './instructions.ts';
import { type OxyFile, withoutSuffix } from './oxy-files.ts';
import { type OxyTool, offeredTools } from './tools.ts';

/** The parts common to all agents of an oxy project; its root is the workspace. */
export type OxyRuntime = {
  root: string;
  connectors: Connectors;
  agents: AgentProvider;
  /** The handlers that `runner.config.ts` registers: `tools.<name>` answers for a tool. */
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

/** A question to the agent; `spend` is told what agents spent that its tools asked. */
type Asking = { opened: Opened; request: AgentRequest; spend(usage: Usage | undefined): void };

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
      let spentByTools: Usage | undefined;
      const asking: Asking = {
        ...{ opened, request },
        spend: (usage) => {
          spentByTools = addUsage(spentByTools, usage);
        },
      };
      const system = await systemMessage(asking, signal);
      const answer = await answerWithTools(
        {
          ...{ request, model, tools, messages: [system, ...request.messages] },
          options: defined({ reasoning_effort: definition.reasoning?.effort }),
          mostRounds: definition.max_tool_calls,
          call: (tool, values, callSignal) => callTool({ ...asking, tool, values }, callSignal),
        },
        signal,
      );
      return { ...answer, usage: addUsage(answer.usage, spentByTools) };
    },
  };
}

/** A variable that is missing is not a mistake in the file. */
function ownModel({ definition, place }: OxyAgentSource, connectors: Connectors): LanguageModel {
  try {
    return connectors.model(definition.model);
  } catch (error) {
    if (!(error instanceof AgentError) || error instanceof MissingVariable) throw error;
    throw new AgentError(`${place(['model'])}: ${error.message}`, 'configuration', { cause: error });
  }
}

/** Template errors surface before the first question, unless the template needs the question. */
function tryInstructions(source: OxyAgentSource, { render, tools }: Instructions): void {
  const open = Object.values(source.definition.variables).some(({ default: value }) => value === undefined);
  if (open || tools.length > 0) return;
  render({ prompt: '', variables: variablesOf(source, undefined), tools: {}, now: () => new Date() });
}

async function systemMessage(asking: Asking, signal: AbortSignal): Promise<Message> {
  const { opened, request } = asking;
  const { source, instructions, runtime } = opened;
  const asked = request.messages.findLast(({ role }) => role === 'user');
  const prompt = textOfContent(asked?.content ?? '');
  const tools: JsonObject = {};
  for (const tool of opened.tools) {
    const { name, parameters } = tool.declaration;
    if (!instructions.tools.includes(name)) continue;
    const [argument = 'query'] = Object.keys(parameters.properties ?? {});
    tools[name] = await callTool({ ...asking, tool, values: { [argument]: prompt } }, signal);
  }
  const content = instructions.render({
    ...{ prompt, tools },
    variables: variablesOf(source, request.options.metadata?.variables),
    now: () => runtime.now(request.context),
  });
  return { role: 'system', content };
}

async function callTool(
  { opened, request, spend, tool, values }: Asking & { tool: OxyTool; values: Json },
  signal: AbortSignal,
): Promise<Json> {
  const { id, file, runtime } = opened;
  const { context, log, sessionId } = request;
  const name = `tools.${tool.declaration.name}`;
  const callers = [...(context.callers ?? []), id, name];
  refuseCycle(name, callers.slice(0, -1));
  return runtime.handlers.call(
    {
      key: tool.handler,
      from: { baseDir: path.dirname(file), agentId: id },
      call: {
        name,
        values: [values],
        chain: [],
        services: {
          log: (source, text) => log?.(source, text),
          askAgent: async ({ agentId, messages, options }) => {
            const agent = await runtime.agents.agent({ id: agentId }, signal);
            const nested = {
              messages,
              options,
              sessionId,
              context: { ...context, callers },
              log,
            };
            const response = await agent.invoke(nested, signal);
            spend(response.usage);
            return response;
          },
        },
      },
    },
    signal,
  );
}

/** All handlers share one thread, and it stands still while one of them asks an agent. */
function refuseCycle(name: string, callers: readonly string[]): void {
  const waiting = callers.find((caller) => caller.startsWith('tools.'));
  if (waiting === undefined) return;
  const chain = [...callers, name].join(' → ');
  throw new AgentError(`${name} cannot be answered: ${waiting} waits for this very call (${chain})`, 'configuration');
}
