import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../../contract/index.ts';
import { formatSchemaProblems, isJsonObject } from '../../../../values/index.ts';
import { type ImportedDocument, parseDocument } from '../read-document.ts';
import { UnreadableImport } from '../unreadable-import.ts';

const actionSchema = z.object({
  name: z.string(),
  arguments: jsonObjectSchema.default({}),
  requestor: z.string().default('assistant'),
  compare_args: z.array(z.string()).nullish(),
});
export type ReferenceCall = z.infer<typeof actionSchema>;

const criteriaSchema = z.object({
  actions: z.array(actionSchema).nullish(),
  env_assertions: z.array(jsonSchema).nullish(),
  communicate_info: z.array(z.string()).nullish(),
  nl_assertions: z.array(z.string()).nullish(),
  reward_basis: z.array(z.string()).default(['DB', 'COMMUNICATE']),
});
export type Criteria = z.infer<typeof criteriaSchema>;

const instructionsSchema = z.union([
  z.string(),
  z.object({
    domain: z.string().nullish(),
    reason_for_call: z.string(),
    known_info: z.string().nullish(),
    unknown_info: z.string().nullish(),
    task_instructions: z.string(),
  }),
]);
export type Instructions = z.infer<typeof instructionsSchema>;

const taskSchema = z.object({
  id: z.coerce.string(),
  description: z.union([z.string(), z.object({ purpose: z.string().nullish() })]).nullish(),
  user_scenario: z.object({ persona: z.string().nullish(), instructions: instructionsSchema }),
  initial_state: jsonSchema.nullish(),
  evaluation_criteria: criteriaSchema.nullish(),
});
export type Task = z.infer<typeof taskSchema>;

const callSchema = z.object({ id: z.string().nullish(), name: z.string(), arguments: jsonSchema.optional() });
const usageSchema = z.looseObject({ prompt_tokens: z.number().default(0), completion_tokens: z.number().default(0) });

type AuthoredMessage = {
  role: string;
  content?: string | null | undefined;
  tool_calls?: z.infer<typeof callSchema>[] | null | undefined;
  id?: string | null | undefined;
  error?: boolean | null | undefined;
  usage?: z.infer<typeof usageSchema> | null | undefined;
  tool_messages?: AuthoredMessage[] | null | undefined;
};
const messageSchema: z.ZodType<AuthoredMessage> = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
  id: z.string().nullish(),
  error: z.boolean().nullish(),
  usage: usageSchema.nullish().catch(undefined),
  /** A message with the results of several calls. */
  get tool_messages() {
    return z.array(messageSchema).nullish();
  },
});
export type Message = AuthoredMessage;

const simulationSchema = z.object({
  task_id: z.coerce.string(),
  trial: z.int().nullish(),
  duration: z.number().nullish(),
  termination_reason: z.string().nullish(),
  reward_info: z.object({ reward: z.number() }).nullish().catch(undefined),
  messages: z.array(messageSchema),
});
export type Simulation = z.infer<typeof simulationSchema>;

export type Tau2File = { tasks: Task[]; simulations: Simulation[]; lineOfTask(index: number): number };

/**
 * Parses a file of tasks, or of results, which contain both tasks and simulations. Throws an error that lists the
 * mistakes in the file.
 */
export function parseTau2File({ text, file }: { text: string; file: string }): Tau2File {
  const document = parseDocument({ text, file });
  if (!document.ok) throw new UnreadableImport(document.problems);
  const results = findTau2Results(document);
  const tasks = z.array(taskSchema).safeParse(results?.tasks ?? document.value);
  if (!tasks.success) {
    throw new UnreadableImport(`${file}: these are not tasks of tau2-bench: ${formatSchemaProblems(tasks.error)}`);
  }
  const simulations = z.array(simulationSchema).safeParse(results?.simulations ?? []);
  if (!simulations.success) {
    throw new UnreadableImport(
      `${file}: these are not simulations of tau2-bench: ${formatSchemaProblems(simulations.error)}`,
    );
  }
  const findLineOfTask = (index: number) => document.lineOf(results === undefined ? [index] : ['tasks', index]);
  return { tasks: tasks.data, simulations: simulations.data, lineOfTask: findLineOfTask };
}

function findTau2Results({ value }: Extract<ImportedDocument, { ok: true }>) {
  return isJsonObject(value) && Array.isArray(value.tasks) ? value : undefined;
}
