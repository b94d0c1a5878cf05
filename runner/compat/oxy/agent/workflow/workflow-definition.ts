import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject, nearest } from '../../../../values/index.ts';

export const runnableTaskTypes = ['agent', 'formatter', 'loop_sequential', 'workflow', 'conditional'] as const;

type TaskBasis = { name: string };

export type AgentTask = TaskBasis & {
  type: 'agent';
  agent_ref: string;
  prompt: string;
  variables?: JsonObject | undefined;
  /** The maximum number of tries. */
  retry: number;
  /** The number of answers compared to keep the one that most others agree with. */
  consistency_run: number;
  consistency_prompt?: string | undefined;
  export?: TaskExport | undefined;
};
export type FormatterTask = TaskBasis & { type: 'formatter'; template: string; export?: TaskExport | undefined };
export type LoopTask = TaskBasis & {
  type: 'loop_sequential';
  values: string | Json[];
  tasks: Task[];
  concurrency: number;
};
export type WorkflowTask = TaskBasis & {
  type: 'workflow';
  src: string;
  variables?: JsonObject | undefined;
  export?: TaskExport | undefined;
};
export type ConditionalTask = TaskBasis & {
  type: 'conditional';
  conditions: { if: string; tasks: Task[] }[];
  else?: Task[] | undefined;
};

export type Task = AgentTask | FormatterTask | LoopTask | WorkflowTask | ConditionalTask;

/** The name makes its output known to the tasks that follow; a name that no template can say would be lost. */
const taskName = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must begin with a letter and have only letters, digits and underscores');

const exportSchema = z.strictObject({
  path: z.string().min(1),
  format: z.enum(['sql', 'csv', 'json', 'txt', 'docx']),
});
type TaskExport = z.infer<typeof exportSchema>;

// A test asks anew each time, so that what a cache says is of no use to it; it is read for the sake of the file.
const cacheSchema = z.strictObject({ enabled: z.boolean().optional(), path: z.string().min(1) });

const basis = { name: taskName, cache: cacheSchema.optional(), mode: z.enum(['client', 'server']).optional() };
const count = z.int().positive();

const taskSchema: z.ZodType<Task> = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      ...basis,
      type: z.literal('agent'),
      agent_ref: z.string().min(1),
      prompt: z.string().min(1),
      variables: jsonObjectSchema.optional(),
      retry: count.default(1),
      consistency_run: count.default(1),
      consistency_prompt: z.string().min(1).optional(),
      export: exportSchema.optional(),
    }),
    z.strictObject({
      ...basis,
      type: z.literal('formatter'),
      template: z.string().min(1),
      export: exportSchema.optional(),
    }),
    z.strictObject({
      ...basis,
      type: z.literal('loop_sequential'),
      values: z.union([z.string().min(1), z.array(jsonSchema)]),
      tasks: z.lazy(() => tasksSchema),
      concurrency: count.default(1),
    }),
    z.strictObject({
      ...basis,
      type: z.literal('workflow'),
      src: z.string().min(1),
      variables: jsonObjectSchema.optional(),
      export: exportSchema.optional(),
    }),
    z.strictObject({
      ...basis,
      type: z.literal('conditional'),
      conditions: z.array(z.strictObject({ if: z.string().min(1), tasks: z.lazy(() => tasksSchema) })).min(1),
      else: z.lazy(() => tasksSchema).optional(),
    }),
  ],
  { error: (issue) => unknownTask(issue.input) },
);

const tasksSchema = z.array(taskSchema).min(1, 'needs at least one task');

/** A workflow file. `tests` are read where tests are read. */
export const workflowSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().default(''),
  tasks: tasksSchema,
  /** A JSON Schema for each variable, or its default as a text. */
  variables: z.record(z.string().min(1), z.union([z.string(), jsonObjectSchema])).default({}),
  consistency_prompt: z.string().min(1).optional(),
  tests: z.array(jsonSchema).default([]),
  retrieval: jsonSchema.optional(),
});
export type WorkflowDefinition = z.infer<typeof workflowSchema>;

const databaseTasks = ['execute_sql', 'semantic_query', 'omni_query', 'looker_query', 'visualize'];

/** `the task "totals" is of type execute_sql, which is not supported: …` */
function unknownTask(input: unknown): string {
  if (!isJsonObject(input)) return 'must be a task: {name, type, …}';
  const { type, name } = input;
  const task = typeof name === 'string' ? `the task "${name}"` : 'the task';
  const supported = `tasks are of type ${runnableTaskTypes.join(', ')}`;
  if (typeof type !== 'string') return `${task} has no type; ${supported}`;
  if (databaseTasks.includes(type))
    return `${task} is of type ${type}, which needs a database and is not supported; ${supported}`;
  const near = nearest(type, runnableTaskTypes);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  return `${task} is of the unknown type "${type}"${hint}; ${supported}`;
}
