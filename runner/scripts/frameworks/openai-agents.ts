import { findAskMocks } from '../module-tools.ts';
import type { AgentFunction, ObjectRecognizer, PackageImport } from '../user-objects.ts';
import { type FrameworkRequest, isObject, parseFrameworkRequest } from './case-facts.ts';
import { runWithMocks } from './mocked-tools.ts';
import { toAgentItems } from './openai-items.ts';
import { isRun, toAnswerOfRun } from './openai-run.ts';
import { interceptToolsOfAgentClass } from './openai-tools.ts';

type AgentFields = Record<string, unknown>;

/**
 * Support for the OpenAI Agents SDK. Its agents cannot run themselves: running one requires a `Runner` from the copy of
 * the SDK that created the agent.
 */
export const openaiAgents: ObjectRecognizer = {
  agent(value, importPackage) {
    return isAgent(value) ? toAgentFunction(value, importPackage) : undefined;
  },
  result(value) {
    return isRun(value) ? toAnswerOfRun(value) : undefined;
  },
};

function toAgentFunction(agent: AgentFields, importPackage: PackageImport): AgentFunction {
  return async (request, context) => {
    const question = parseFrameworkRequest(request, context);
    const runner = await createRunner(question, importPackage);
    interceptToolsOfAgentClass(agent);
    const { facts, signal, messages } = question;
    return toAnswerOfRun(
      await runWithMocks(findAskMocks(context), () =>
        runner.run(agent, toAgentItems(messages), { context: facts, signal }),
      ),
    );
  };
}

function isAgent(value: unknown): value is AgentFields {
  if (!isObject(value) || !Array.isArray(value.handoffs)) return false;
  return ['asTool', 'getSystemPrompt', 'getAllTools'].every((name) => typeof value[name] === 'function');
}

type Runner = { run(agent: unknown, input: unknown, options: AgentFields): Promise<unknown> };
type RunnerClass = new (config: AgentFields) => Runner;

const openaiAgentsPackages = ['@openai/agents', '@openai/agents-core'];

/**
 * Creates the SDK's runner. The SDK sends traces to OpenAI by default; a test must not send any, unless the environment
 * variable requests it.
 */
async function createRunner({ sessionId }: FrameworkRequest, importPackage: PackageImport): Promise<Runner> {
  const reasons: string[] = [];
  for (const name of openaiAgentsPackages) {
    try {
      const { Runner: runnerClass }: { Runner?: unknown } = await importPackage(name);
      const tracingDisabled = process.env.OPENAI_AGENTS_DISABLE_TRACING === undefined;
      if (isRunnerClass(runnerClass))
        return new runnerClass({ groupId: sessionId, ...(tracingDisabled ? { tracingDisabled } : {}) });
      reasons.push(`${name} has no Runner`);
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`no runner was found for the agent of the OpenAI Agents SDK: ${reasons.join('; ')}`);
}

function isRunnerClass(value: unknown): value is RunnerClass {
  return typeof value === 'function';
}
