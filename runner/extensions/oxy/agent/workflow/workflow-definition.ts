import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../../contract/index.ts';
import { findNearestWord, isJsonObject, type Json, type JsonObject } from '../../../../values/index.ts';

const runnableTaskTypes = ['agent', 'formatter', 'execute_sql', 'loop_sequential', 'workflow', 'conditional'] as const;
/** Types of tasks that need a handler in the config, with the key `tasks.<type>`. */
const handledTaskTypes = ['semantic_query', 'omni_query', 'looker_query', 'visualize'] as const;

/**
 * The name of a task, by which templates of later tasks refer to its output. So it must be a valid name in templates.
 */
const taskNameSchema = z
  .string()
  .regex(/^[A-Za-z_]\w*$/, 'must begin with a letter and have only letters, digits and underscores');

const exportPathSchema = z.string().min(1);
const textExportSchema = z.strictObject({ path: exportPathSchema, format: z.enum(['txt', 'docx']) });
const tableExportSchema = z.strictObject({ path: exportPathSchema, format: z.enum(['csv', 'json', 'sql']) });
/** The setting `export` of tasks that write no file here. It is ignored. */
const anyExportSchema = z.strictObject({
  path: exportPathSchema,
  format: z.enum(['sql', 'csv', 'json', 'txt', 'docx']),
});
// The settings for caching are ignored, because tests always run the task.
const cacheSchema = z.strictObject({ enabled: z.boolean().optional(), path: z.string().min(1) });

const commonFields = {
  name: taskNameSchema,
  cache: cacheSchema.optional(),
  mode: z.enum(['client', 'server']).optional(),
};
const positiveIntSchema = z.int().positive();

const agentTaskSchema = z.strictObject({
  ...commonFields,
  type: z.literal('agent'),
  agent_ref: z.string().min(1),
  prompt: z.string().min(1),
  variables: jsonObjectSchema.optional(),
  /** How often a task is tried at most. */
  retry: positiveIntSchema.default(1),
  /** The number of answers to compare; the one that agrees with the most others is kept. */
  consistency_run: positiveIntSchema.default(1),
  consistency_prompt: z.string().min(1).optional(),
  export: anyExportSchema.optional(),
});

const formatterTaskSchema = z.strictObject({
  ...commonFields,
  type: z.literal('formatter'),
  template: z.string().min(1),
  export: textExportSchema.optional(),
});

const workflowTaskSchema = z.strictObject({
  ...commonFields,
  type: z.literal('workflow'),
  src: z.string().min(1),
  variables: jsonObjectSchema.optional(),
  export: anyExportSchema.optional(),
});

const sqlTaskSchema = z
  .strictObject({
    ...commonFields,
    type: z.literal('execute_sql'),
    database: z.string().min(1),
    sql_query: z.string().min(1).optional(),
    sql_file: z.string().min(1).optional(),
    variables: z.record(z.string(), z.string()).optional(),
    dry_run_limit: positiveIntSchema.optional(),
    /** An old key for the name of the database, which oxy ignores. */
    warehouse: z.string().optional(),
    export: tableExportSchema.optional(),
  })
  .refine(({ sql_query, sql_file }) => (sql_query === undefined) !== (sql_file === undefined), {
    message: 'needs either "sql_query" or "sql_file"',
  });

const handledTaskSchema = z.object({ ...commonFields, type: z.enum(handledTaskTypes) }).catchall(jsonSchema);

type CommonTaskFields = Pick<z.infer<typeof formatterTaskSchema>, keyof typeof commonFields>;
export type AgentTask = z.infer<typeof agentTaskSchema>;
export type FormatterTask = z.infer<typeof formatterTaskSchema>;
export type LoopTask = CommonTaskFields & {
  type: 'loop_sequential';
  values: string | Json[];
  tasks: Task[];
  concurrency: number;
};
export type SqlTask = z.infer<typeof sqlTaskSchema>;
/** A task that a handler runs. `settings` are its fields as written in the file. */
export type TaskByHandler = CommonTaskFields & { type: (typeof handledTaskTypes)[number]; settings: JsonObject };
export type WorkflowTask = z.infer<typeof workflowTaskSchema>;
export type ConditionalTask = CommonTaskFields & {
  type: 'conditional';
  conditions: { if: string; tasks: Task[] }[];
  else?: Task[] | undefined;
};
export type Task = AgentTask | FormatterTask | SqlTask | TaskByHandler | LoopTask | WorkflowTask | ConditionalTask;

const taskSchema: z.ZodType<Task> = z.discriminatedUnion(
  'type',
  [
    agentTaskSchema,
    formatterTaskSchema,
    sqlTaskSchema,
    handledTaskSchema.transform(({ name, type, cache, mode, ...settings }) => ({ name, type, cache, mode, settings })),
    workflowTaskSchema,
    z.strictObject({
      ...commonFields,
      type: z.literal('loop_sequential'),
      values: z.union([z.string().min(1), z.array(jsonSchema)]),
      tasks: z.lazy(() => tasksSchema),
      concurrency: positiveIntSchema.default(1),
    }),
    z.strictObject({
      ...commonFields,
      type: z.literal('conditional'),
      conditions: z.array(z.strictObject({ if: z.string().min(1), tasks: z.lazy(() => tasksSchema) })).min(1),
      else: z.lazy(() => tasksSchema).optional(),
    }),
  ],
  { error: (issue) => describeUnknownTask(issue.input) },
);

const tasksSchema = z.array(taskSchema).min(1, 'needs at least one task');

/** The schema of a workflow file. Its field `tests` is parsed elsewhere. */
export const workflowSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().default(''),
  tasks: tasksSchema,
  /** The variables: a JSON schema for each, or its default as a text. */
  variables: z.record(z.string().min(1), z.union([z.string(), jsonObjectSchema])).default({}),
  consistency_prompt: z.string().min(1).optional(),
  tests: z.array(jsonSchema).default([]),
  retrieval: jsonSchema.optional(),
});
export type WorkflowDefinition = z.infer<typeof workflowSchema>;

/** Returns an error message such as `the task "totals" is of the unknown type "execute": …`. */
function describeUnknownTask(input: unknown): string {
  if (!isJsonObject(input)) return 'must be a task: {name, type, …}';
  const { type, name } = input;
  const task = typeof name === 'string' ? `the task "${name}"` : 'the task';
  const knownTypes = [...runnableTaskTypes, ...handledTaskTypes];
  const supported = `tasks are of type ${knownTypes.join(', ')}`;
  if (typeof type !== 'string') return `${task} has no type; ${supported}`;
  const nearestType = findNearestWord(type, knownTypes);
  const hint = nearestType === undefined ? '' : ` (did you mean "${nearestType}"?)`;
  return `${task} is of the unknown type "${type}"${hint}; ${supported}`;
}
