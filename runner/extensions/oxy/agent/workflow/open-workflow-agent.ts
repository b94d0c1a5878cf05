import * as z from 'zod';
import { jsonObjectSchema } from '../../../../contract/index.ts';
import { type Agent, AgentError } from '../../../../ports/index.ts';
import { formatSchemaProblems, type JsonObject, toErrorMessage, withoutUndefined } from '../../../../values/index.ts';
import { createWorkflowRun } from './create-workflow-run.ts';
import { describeMissingTask } from './missing-task.ts';
import { createWorkflowReader } from './read-workflow.ts';
import { runWorkflow } from './run-workflow.ts';
import { findOutputsAtReference, type TextOutput } from './task-output.ts';
import { checkWorkflowRequirements } from './workflow-requirements.ts';
import { findJudge, type WorkflowRuntime } from './workflow-runtime.ts';
import { resolveWorkflowVariables } from './workflow-variables.ts';

type WorkflowSource = {
  /** The path of the workflow, relative to its project. */
  id: string;
  /** The folder of the project, which contains `config.yml`. */
  project: string;
  /** The connector for all agents of the workflow. */
  connector?: string | undefined;
};

/** The metadata in the options of a test that a workflow accepts. */
const metadataSchema = z.object({ task_ref: z.string().min(1).optional(), variables: jsonObjectSchema.optional() });

/**
 * Opens a workflow as an agent. It runs the tasks of the workflow and answers with `next: {outputs: [{text,
 * prompt?}]}`: the outputs of the task in `metadata.task_ref`, otherwise of the last task. Throws if a workflow or
 * agent that it needs is missing.
 */
export async function openWorkflowAgent(source: WorkflowSource, runtime: WorkflowRuntime): Promise<Agent> {
  const workflows = createWorkflowReader(source.project);
  const workflow = workflows(source.id);
  const { signal: neverAborted } = new AbortController();
  await checkWorkflowRequirements({
    workflow,
    workflows,
    databases: runtime.databases,
    handlers: runtime.handlers.names,
    findAgent: (id) => runtime.agents.agent({ id, connector: source.connector }, neverAborted),
    findJudge: (id) => findJudge(id, runtime, neverAborted),
  });
  return {
    id: source.id,
    explainRefusal(options) {
      try {
        const { task_ref, variables = {} } = parseWorkflowMetadata(options.metadata ?? {});
        resolveWorkflowVariables(workflow, variables);
        return task_ref === undefined ? undefined : describeMissingTask(workflow, task_ref, workflows);
      } catch (error) {
        return toErrorMessage(error);
      }
    },
    async invoke(request, signal) {
      const { task_ref, variables = {} } = parseWorkflowMetadata(request.options.metadata ?? {});
      const run = createWorkflowRun({ ...source, runtime, workflows, request });
      const output = await runWorkflow({ workflow, variables, prefix: '', callers: [] }, run, signal);
      return { ...toWorkflowAnswer(findOutputsAtReference(output, task_ref)), ...run.total() };
    },
  };
}

function toWorkflowAnswer(outputs: readonly TextOutput[]): { content: string; next: JsonObject } {
  const visibleOutputs = outputs.map(({ text, prompt }) => withoutUndefined({ text, prompt }));
  return { content: outputs.map(({ text }) => text).join('\n'), next: { outputs: visibleOutputs } };
}

function parseWorkflowMetadata(metadata: JsonObject): z.infer<typeof metadataSchema> {
  const { task_ref, variables } = metadata;
  const parsed = metadataSchema.safeParse({ task_ref: task_ref ?? undefined, variables: variables ?? undefined });
  if (parsed.success) return parsed.data;
  throw new AgentError(`metadata of a workflow: ${formatSchemaProblems(parsed.error)}`, 'configuration');
}
