import path from 'node:path';
import * as z from 'zod';
import {
  addUsage,
  type JsonObject,
  jsonObjectSchema,
  schemaProblems,
  type ToolCall,
  type Usage,
} from '../../../contract/index.ts';
import {
  type Agent,
  type AgentContext,
  AgentError,
  type AgentProvider,
  type AgentRequest,
} from '../../../engine/ports.ts';
import type { Templates } from '../../../scripts/templates.ts';
import { readWorkflow, type Workflow } from './read-workflow.ts';
import { runWorkflow } from './run-workflow.ts';
import { outputsAt, type TextOutput } from './task-output.ts';
import { agentIdOf, checkNeeds } from './workflow-needs.ts';
import type { TaskQuestion, WorkflowRun } from './workflow-run.ts';

export type WorkflowRuntime = {
  agents: AgentProvider;
  /** What fills the templates of one question, with its time. */
  templates(context: AgentContext): Templates;
  /** The agent that stands for the model of another one, without its instructions: `model:<name>`. */
  modelAgentOf(agentId: string): string;
};

type Source = {
  /** The path of the workflow from its project. */
  id: string;
  /** The folder of the project, with its `config.yml`. */
  project: string;
  /** What all agents of the workflow are put on. */
  connector?: string | undefined;
};

/** What a test may say to a workflow, in the metadata of its options. */
const metadataSchema = z.object({ task_ref: z.string().min(1).optional(), variables: jsonObjectSchema.optional() });

/**
 * A workflow as an agent: it runs its tasks and answers `next: {outputs: [{text, prompt?}]}`, the outputs of the task that
 * `metadata.task_ref` names, else of the last one. The workflows and agents that it needs are looked for when it is opened.
 */
export async function openWorkflowAgent(source: Source, runtime: WorkflowRuntime): Promise<Agent> {
  const workflows = readAll(source);
  const workflow = workflows(source.id);
  const { signal: never } = new AbortController();
  await checkNeeds({
    ...{ workflow, workflows },
    findAgent: (id) => findAgent({ id, source, runtime }, never),
    findJudge: (id) => findJudge(id, runtime, never),
  });
  return {
    id: source.id,
    async invoke(request, signal) {
      const { task_ref, variables = {} } = readMetadata(request.options.metadata ?? {});
      const spent = createLedger();
      const run = createRun({ source, runtime, workflows, request, spent });
      const called = { workflow, variables, prefix: '', callers: [] };
      const output = await runWorkflow(called, run, signal);
      return { ...answerOf(outputsAt(output, task_ref)), ...spent.total() };
    },
  };
}

function answerOf(outputs: readonly TextOutput[]): { content: string; next: JsonObject } {
  const shown = outputs.map(({ text, prompt }) => ({ text, ...(prompt === undefined ? {} : { prompt }) }));
  return { content: outputs.map(({ text }) => text).join('\n'), next: { outputs: shown } };
}

function readMetadata(metadata: JsonObject): z.infer<typeof metadataSchema> {
  const { task_ref, variables } = metadata;
  const read = metadataSchema.safeParse({ task_ref: task_ref ?? undefined, variables: variables ?? undefined });
  if (read.success) return read.data;
  throw new AgentError(`metadata of a workflow: ${schemaProblems(read.error)}`, 'configuration');
}

/** The workflows of a project, each read once. */
function readAll({ project }: Source): (src: string) => Workflow {
  const read = new Map<string, Workflow>();
  return (src) => {
    const id = path.posix.normalize(src.replaceAll('\\', '/'));
    if (id.startsWith('../') || path.posix.isAbsolute(id) || path.win32.isAbsolute(src)) {
      throw new AgentError(`"${src}" lies outside of the project ${project}; name a workflow in it`, 'configuration');
    }
    const workflow = read.get(id) ?? readWorkflow(project, id);
    read.set(id, workflow);
    return workflow;
  };
}

type Wanted = { id: string; source: Source; runtime: WorkflowRuntime };

function findAgent({ id, source: { connector }, runtime }: Wanted, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent(connector === undefined ? { id } : { id, connector }, signal);
}

async function findJudge(agentId: string, runtime: WorkflowRuntime, signal: AbortSignal): Promise<Agent> {
  return runtime.agents.agent({ id: runtime.modelAgentOf(agentId) }, signal);
}

type Ledger = {
  add(response: { usage?: Usage; toolCalls: readonly ToolCall[] }): void;
  total(): { usage?: Usage; toolCalls: ToolCall[] };
};

function createLedger(): Ledger {
  let usage: Usage | undefined;
  const toolCalls: ToolCall[] = [];
  return {
    add(response) {
      usage = addUsage(usage, response.usage);
      toolCalls.push(...response.toolCalls);
    },
    total: () => ({ toolCalls, ...(usage === undefined ? {} : { usage }) }),
  };
}

type Running = {
  source: Source;
  runtime: WorkflowRuntime;
  workflows: (src: string) => Workflow;
  request: AgentRequest;
  spent: Ledger;
};

function createRun({ source, runtime, workflows, request, spent }: Running): WorkflowRun {
  const { context, sessionId } = request;
  const log = (label: string, text: string) => request.log?.(`${source.id} ${label}`, text);
  const asked = ({ label, variables }: TaskQuestion) => ({
    options: variables === undefined ? {} : { metadata: { variables } },
    // Tasks do not share a conversation, and rounds of a loop do not either.
    sessionId: `${sessionId}/${label}`,
    context: { ...context, callers: [...(context.callers ?? []), source.id] },
    log: (from: string, text: string) => request.log?.(from, text),
  });
  return {
    templates: runtime.templates(context),
    workflow: workflows,
    log,
    warn: (text) => (context.warn === undefined ? log('warning', text) : context.warn(text)),
    async ask(question, signal) {
      const id = agentIdOf(question.agentId);
      const agent = await findAgent({ id, source, runtime }, signal);
      log(question.label, `asks ${id}: ${question.prompt}`);
      const messages = [{ role: 'user' as const, content: question.prompt }];
      const response = await agent.invoke({ messages, ...asked(question) }, signal);
      spent.add(response);
      log(question.label, `answer: ${response.content}`);
      return response;
    },
    async judge(question, signal) {
      const agent = await findJudge(agentIdOf(question.agentId), runtime, signal);
      const messages = [{ role: 'system' as const, content: question.prompt }];
      const response = await agent.invoke({ messages, ...asked(question) }, signal);
      spent.add({ ...response, toolCalls: [] });
      return response.content;
    },
  };
}
