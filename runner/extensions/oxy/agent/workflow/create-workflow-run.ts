import type { Message, ToolCall, Usage } from '../../../../contract/index.ts';
import { addUsage } from '../../../../fold/index.ts';
import {
  type Agent,
  AgentError,
  type AgentRequest,
  type AgentResponse,
  createNestedContext,
  type ReportFact,
} from '../../../../ports/index.ts';
import { findHandlerName } from '../../../../scripts/processes/process-handlers.ts';
import type { HandlerCaller } from '../../databases/open-databases.ts';
import { readProjectFile, writeProjectFile } from './project-files.ts';
import type { Workflow } from './read-workflow.ts';
import { normalizeAgentId } from './workflow-requirements.ts';
import type { TaskQuestion, WorkflowRun } from './workflow-run.ts';
import { findJudge, type WorkflowRuntime } from './workflow-runtime.ts';

type WorkflowRunOptions = {
  id: string;
  /** The path of the project's folder. */
  project: string;
  connector?: string | undefined;
  runtime: WorkflowRuntime;
  workflows: (src: string) => Workflow;
  /** The request to the workflow. */
  request: AgentRequest;
};

type WorkflowTotals = { usage?: Usage; toolCalls: ToolCall[] };

/** Creates what a running workflow needs. It calls agents for the workflow, and adds up their usage and tool calls. */
export function createWorkflowRun(options: WorkflowRunOptions): WorkflowRun & { total(): WorkflowTotals } {
  const { id, connector, runtime, workflows, request } = options;
  const { context } = request;
  const total: WorkflowTotals = { toolCalls: [] };
  const logTaskLine = (label: string, text: string) =>
    context.report?.({ type: 'log', source: `${id} ${label}`, text });
  const call = createTrackedAgentCall(options, (usage) => {
    const sum = addUsage(total.usage, usage);
    if (sum !== undefined) total.usage = sum;
  });
  const callWorkflowHandler: HandlerCaller = ({ key, name, values }, signal) =>
    runtime.handlers.call(
      {
        key,
        from: { baseDir: options.project, agentId: id },
        call: {
          name,
          values: [values],
          chain: [],
          services: {
            report: context.report,
            askAgent: () => Promise.reject(new AgentError(`${name} cannot ask agents`, 'configuration')),
          },
        },
      },
      signal,
    );
  return {
    templates: runtime.templates(context),
    workflow: workflows,
    log: logTaskLine,
    warn: (text) => context.report?.({ type: 'warning', text }),
    total: () => total,
    async askAgent(question, signal) {
      const agent = await runtime.agents.agent({ id: normalizeAgentId(question.agentId), connector }, signal);
      logTaskLine(question.label, `asks ${agent.id}: ${question.prompt}`);
      const response = await call({ agent, question, role: 'user' }, signal);
      total.toolCalls.push(...response.toolCalls);
      logTaskLine(question.label, `answer: ${response.content}`);
      return response;
    },
    query: (query, signal) => runtime.databases.queryDatabase({ ...query, call: callWorkflowHandler }, signal),
    read: (file) => readProjectFile(options.project, file),
    write: (file, text) => writeProjectFile(options.project, file, text),
    async runTaskHandler({ type, settings }, signal) {
      const name = `tasks.${type}`;
      const key = findHandlerName(name, runtime.handlers.names);
      if (key === undefined) throw new AgentError(`there is no handler "${name}"`, 'configuration');
      return callWorkflowHandler({ key, name, values: settings }, signal);
    },
    async askModel(question, signal) {
      const agent = await findJudge(normalizeAgentId(question.agentId), runtime, signal);
      return (await call({ agent, question, role: 'system' }, signal)).content;
    },
  };
}

type AgentTaskCall = { agent: Agent; question: TaskQuestion; role: Message['role'] };

/**
 * Returns a function that makes calls. It reports which tasks the workflow is waiting for and, when a call has ended,
 * its usage, even if it failed.
 */
function createTrackedAgentCall({ id, request }: WorkflowRunOptions, spend: (usage: Usage | undefined) => void) {
  const { context, sessionId } = request;
  const openTasks = new Map<symbol, string>();
  const reportWaitingTask = (reason?: string) => {
    const [first] = openTasks.values();
    const task = first === undefined ? undefined : `waiting for the task "${first}"`;
    context.report?.({ type: 'wait', reason: reason ?? task });
  };
  return async ({ agent, question, role }: AgentTaskCall, signal: AbortSignal): Promise<AgentResponse> => {
    const { label, variables, prompt } = question;
    const key = Symbol(label);
    openTasks.set(key, label);
    reportWaitingTask();
    let totalUsage: Usage | undefined;
    const addSpentUsage = (usage: Usage) => {
      totalUsage = addUsage(totalUsage, usage);
      context.report?.({ type: 'usage', usage });
    };
    const nested = createNestedContext(context, id);
    const reportFact: ReportFact = (fact) => {
      if (fact.type === 'wait') reportWaitingTask(fact.reason);
      else if (fact.type === 'usage') addSpentUsage(fact.usage);
      else nested.report?.(fact);
    };
    try {
      const response = await agent.invoke(
        {
          messages: [{ role, content: prompt }],
          options: { metadata: variables && { variables } },
          // Each task has a conversation of its own, and so has each round of a loop.
          sessionId: `${sessionId}/${label}`,
          context: { ...nested, report: reportFact },
          mocks: request.mocks,
        },
        signal,
      );
      totalUsage = response.usage ?? totalUsage;
      return response;
    } finally {
      spend(totalUsage);
      openTasks.delete(key);
      // If the workflow was stopped, its last wait is not cleared, so that the report still shows it.
      if (!signal.aborted) reportWaitingTask();
    }
  };
}
