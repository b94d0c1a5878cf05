import { createAgentFromGenerate, type GenerateObject, isGenerateObject } from '../../scripts/frameworks/ai-sdk.ts';
import { type FrameworkRequest, getMessagesAfterLastAnswer, isObject } from '../../scripts/frameworks/case-facts.ts';
import { mockTools } from '../../scripts/frameworks/mocked-tools.ts';
import type { AgentFunction, PackageImport } from '../../scripts/user-objects.ts';

type MastraFields = Record<string, unknown>;

/**
 * Recognizes agents of Mastra by their getters for instructions and model. Their methods get the messages as the first
 * argument.
 */
export function toAgentFunction(value: unknown, importPackage: PackageImport): AgentFunction | undefined {
  if (!isGenerateObject(value) || typeof value.getInstructions !== 'function' || typeof value.getModel !== 'function') {
    return undefined;
  }
  return createAgentFromGenerate(async (messages, question) => {
    for (const lister of ['listTools', 'getTools']) wrapToolLister(value, lister);
    const context = await createContext(question, importPackage);
    const { isNew, options } = await createMemoryOptions(value, { question, context });
    const callOptions = { ...context, ...options, abortSignal: question.signal };
    const ask = await chooseGenerateMethod(value, context);
    return ask(isNew ? messages : getMessagesAfterLastAnswer(messages), callOptions);
  });
}

/** For models of AI SDK 4, another method must be called, because `generate` throws for them. */
async function chooseGenerateMethod(
  agent: GenerateObject & MastraFields,
  context: MastraFields,
): Promise<(...args: unknown[]) => unknown> {
  const { generateLegacy, getModel } = agent;
  if (typeof generateLegacy === 'function' && typeof getModel === 'function') {
    const model: unknown = await getModel.call(agent, context);
    if (isObject(model) && model.specificationVersion === 'v1') return (...args) => generateLegacy.apply(agent, args);
  }
  return (...args) => agent.generate(...args);
}

/** The classes of the request context. Before version 1, it was called `RuntimeContext`. */
const requestContextClasses = [
  { option: 'requestContext', from: '@mastra/core/request-context', name: 'RequestContext' },
  { option: 'runtimeContext', from: '@mastra/core/runtime-context', name: 'RuntimeContext' },
] as const;

async function createContext({ facts, log }: FrameworkRequest, importPackage: PackageImport): Promise<MastraFields> {
  for (const { option, from, name } of requestContextClasses) {
    const Context = findRequestContextClass(await importPackage(from).catch(() => ({})), name);
    if (Context !== undefined) return { [option]: new Context(Object.entries(facts)) };
  }
  const names = Object.keys(facts).join(', ');
  log(`the Mastra agent did not receive ${names}: its module cannot import ${requestContextClasses[0].from}`);
  return {};
}

type RequestContextClass = new (entries: [string, unknown][]) => object;

function findRequestContextClass(exported: object, name: string): RequestContextClass | undefined {
  const exportedValue: unknown = Reflect.get(exported, name);
  return isRequestContextClass(exportedValue) ? exportedValue : undefined;
}

function isRequestContextClass(value: unknown): value is RequestContextClass {
  return typeof value === 'function';
}

/**
 * Returns the options for an agent with memory. The session id is the thread of the memory; in a new thread, the
 * history of the case is not stored yet.
 */
async function createMemoryOptions(
  agent: MastraFields,
  { question, context }: { question: FrameworkRequest; context: MastraFields },
): Promise<{ isNew: boolean; options: MastraFields }> {
  const memory: unknown = typeof agent.getMemory === 'function' ? await agent.getMemory(context) : undefined;
  const { sessionId: threadId, userId } = question;
  if (!isObject(memory) || threadId === undefined) return { isNew: true, options: {} };
  const thread: unknown =
    typeof memory.getThreadById === 'function' ? await memory.getThreadById({ threadId }) : undefined;
  return { isNew: !isObject(thread), options: { memory: { thread: threadId, resource: userId ?? threadId } } };
}

const wrappedToolListers = new WeakSet<object>();

/** Wraps the method that lists the agent's tools, because the tools may be new objects at every call. */
function wrapToolLister(agent: object, lister: string): void {
  const list: unknown = Reflect.get(agent, lister);
  if (typeof list !== 'function' || wrappedToolListers.has(list)) return;
  const listToolsWithMocks = (...args: unknown[]): unknown => mockToolsWhenResolved(list.apply(agent, args));
  wrappedToolListers.add(listToolsWithMocks);
  Reflect.set(agent, lister, listToolsWithMocks);
}

function mockToolsWhenResolved(tools: unknown): unknown {
  if (tools instanceof Promise) return tools.then(mockToolsWhenResolved);
  mockTools(tools);
  return tools;
}
