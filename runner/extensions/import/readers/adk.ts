import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../contract/index.ts';
import {
  formatSchemaProblems,
  isJsonObject,
  type Json,
  type JsonObject,
  withoutUndefined,
} from '../../../values/index.ts';
import { type AdkScenario, importScenario, scenarioSchema } from './adk-scenario.ts';
import type { DocumentPath } from './document-path.ts';
import { createImportProgress, type ImportSource } from './import-source.ts';
import { parseJsonList } from './json-list.ts';
import { parseDocument } from './read-document.ts';
import { UnreadableImport } from './unreadable-import.ts';

const legacyTurnSchema = z.object({
  query: z.string(),
  expected_tool_use: z
    .array(
      z.object({
        tool_name: z.string(),
        tool_input: jsonObjectSchema.default({}),
        mock_tool_output: jsonSchema.optional(),
      }),
    )
    .nullish(),
  expected_intermediate_agent_responses: z
    .array(z.object({ author: z.string().nullish(), text: z.string() }))
    .nullish(),
  reference: z.string().nullish(),
});
const legacyEvalSetSchema = z.object({
  name: z.string(),
  data: z.array(legacyTurnSchema),
  initial_session: jsonSchema.optional(),
  initial_state: jsonSchema.optional(),
});
const partSchema = z.looseObject({ text: z.string().nullish(), function_call: jsonSchema.nullish() });
const contentSchema = z.object({ parts: z.array(partSchema).nullish(), role: z.string().nullish() });
const toolUseSchema = z.object({ name: z.string(), args: jsonObjectSchema.nullish() });
const responseSchema = z.object({ author: z.string().nullish() });
const dataSchema = z.object({
  tool_uses: z.array(toolUseSchema).nullish(),
  intermediate_responses: z.array(z.union([z.tuple([z.string(), z.array(partSchema)]), jsonSchema])).nullish(),
  invocation_events: z
    .array(responseSchema.extend({ content: z.object({ parts: z.array(jsonObjectSchema).nullish() }).nullish() }))
    .nullish(),
});
const invocationSchema = z.object({
  user_content: contentSchema,
  final_response: contentSchema.nullish(),
  intermediate_data: dataSchema.nullish(),
  rubrics: z.array(jsonSchema).nullish(),
});
const caseSchema = z.object({
  eval_id: z.string(),
  conversation: z.array(invocationSchema).nullish(),
  conversation_scenario: scenarioSchema.nullish(),
  session_input: z.object({ user_id: z.string().nullish(), state: jsonObjectSchema.nullish() }).nullish(),
  rubrics: z.array(jsonSchema).nullish(),
});
const scenariosSchema = z.object({ scenarios: z.array(scenarioSchema) });
const evalSetSchema = z.object({
  eval_set_id: z.string(),
  name: z.string().nullish(),
  eval_cases: z.array(z.unknown()),
});

/**
 * One turn of an ADK case with the expected calls and answer, in a form that covers both versions of ADK's file format.
 */
type AdkTurn = { input: string; calls: JsonObject[]; reference: string; intermediateCount: number };
type AdkCase = {
  id: string;
  turns: AdkTurn[];
  state: Json | undefined;
  user: string | undefined;
  rubrics: number;
  scenario?: Pick<AdkScenario, 'scenario' | 'rubrics'> | undefined;
  at: (string | number)[];
};

const WORD_COMPARISON_SKIP_REASON =
  'ADK compares words with a threshold (ROUGE), which no assertion does; its text is in the metadata';
const INTERMEDIATE_SKIP_REASON = 'no assertion covers intermediate responses';

/**
 * Converts an evaluation file of Google's ADK to cases: every conversation of an old (`.test.json`) or a new
 * (`.evalset.json`) file, or every scenario of a file for `adk eval_set add_eval_case --scenarios_file`.
 */
export function importAdk({ text, file, suite }: ImportSource): void {
  const { value, cases, lineOf } = parseAdkDocument(text, file);
  const progress = createImportProgress(file, suite);
  for (const adkCase of listAdkCases({ value, cases }, file)) {
    const { id, turns, state, user, scenario, at } = adkCase;
    const line = lineOf(at);
    if (state !== undefined)
      progress.reportLeftOutPart(
        line,
        `${id}: the initial state`,
        'the state is in the metadata of the case; the agent has to read it there',
      );
    if (scenario !== undefined) {
      const metadata = withoutUndefined({ adk_state: state });
      importScenario({ id, line, ...scenario, shared: withoutUndefined({ user }), metadata }, progress);
    } else if (turns.length === 0) progress.reportSkippedPart(line, `the case "${id}"`, 'the case has no conversation');
    else importConversation(adkCase, { line, progress });
  }
}

function importConversation(
  { id, turns, state, user, rubrics }: AdkCase,
  { line, progress }: { line: number; progress: ReturnType<typeof createImportProgress> },
): void {
  const references = turns.map(({ reference }) => reference);
  for (const [index, { reference, intermediateCount }] of turns.entries()) {
    const location = `${id}, turn ${index + 1}`;
    if (reference !== '')
      progress.reportSkippedPart(line, `${location}: the reference answer`, WORD_COMPARISON_SKIP_REASON);
    for (let checkIndex = 0; checkIndex < intermediateCount; checkIndex += 1)
      progress.reportSkippedPart(line, `${location}: an intermediate response`, INTERMEDIATE_SKIP_REASON);
  }
  for (let checkIndex = 0; checkIndex < rubrics; checkIndex += 1)
    progress.reportSkippedPart(line, `${id}: a rubric`, 'write it as an agent assertion');
  const metadata = withoutUndefined({
    references: references.some((one) => one !== '') ? references : undefined,
    adk_state: state,
  });
  progress.addImported({
    line,
    checks: turns.length,
    written: {
      id,
      turns: turns.map(
        ({ input, calls }): JsonObject => ({
          input,
          assert: { type: 'tools', match: 'exactly', calls, arguments_match: 'exact' },
        }),
      ),
      ...withoutUndefined({ user }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    },
  });
}

/** A file in the newer format, which may contain many cases. */
type AdkDocument = { value: Json; cases: Iterable<unknown> | undefined };

function parseAdkDocument(text: string, file: string): AdkDocument & { lineOf(path: DocumentPath): number } {
  const list = parseJsonList(text, 'eval_cases');
  if (list !== undefined) return { value: list.frame, cases: list.items(), lineOf: list.lineOf };
  const document = parseDocument({ text, file });
  if (!document.ok) throw new UnreadableImport(document.problems);
  const { value, lineOf } = document;
  return {
    value,
    cases: isJsonObject(value) && Array.isArray(value.eval_cases) ? value.eval_cases : undefined,
    lineOf,
  };
}

function* listAdkCases({ value, cases }: AdkDocument, file: string): Generator<AdkCase> {
  if (cases !== undefined) {
    parseWithSchema(evalSetSchema, value, file);
    yield* convertCases(cases, file);
    return;
  }
  if (isJsonObject(value) && 'scenarios' in value) {
    yield* convertScenarios(parseWithSchema(scenariosSchema, value, file), removeFolderAndSuffix(file));
    return;
  }
  const isList = Array.isArray(value) && value.some((one) => z.object({ query: z.string() }).safeParse(one).success);
  if (isList) {
    yield fromLegacyAdkCase({
      id: removeFolderAndSuffix(file),
      turns: parseWithSchema(z.array(legacyTurnSchema), value, file),
      state: undefined,
      at: [0],
    });
    return;
  }
  for (const [index, set] of parseWithSchema(z.array(legacyEvalSetSchema), value, file).entries()) {
    const { name, data, initial_session, initial_state } = set;
    yield fromLegacyAdkCase({ id: name, turns: data, state: initial_session ?? initial_state, at: [index] });
  }
}

function removeFolderAndSuffix(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.(?:test|evalset)?\.?json$/, '');
}

/** Generates ids, because ADK scenarios have none. */
function* convertScenarios({ scenarios }: z.infer<typeof scenariosSchema>, stem: string): Generator<AdkCase> {
  for (const [index, scenario] of scenarios.entries()) {
    yield {
      id: `${stem}-${index + 1}`,
      turns: [],
      state: undefined,
      user: undefined,
      rubrics: 0,
      scenario: { scenario, rubrics: [] },
      at: ['scenarios', index],
    };
  }
}

/** Validates cases one by one, because a validated copy of all cases would double the memory. */
function* convertCases(authoredCases: Iterable<unknown>, file: string): Generator<AdkCase> {
  const problems: string[] = [];
  let index = -1;
  for (const one of authoredCases) {
    index += 1;
    const at = ['eval_cases', index];
    const parsed = caseSchema.safeParse(one);
    if (parsed.success) yield fromAdkCase(parsed.data, at);
    else problems.push(formatSchemaProblems(parsed.error, at));
  }
  if (problems.length > 0) throw createUnreadableFileError(file, problems.join('; '));
}

function parseWithSchema<Value>(schema: z.ZodType<Value>, value: Json, file: string): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw createUnreadableFileError(file, formatSchemaProblems(parsed.error));
}

function createUnreadableFileError(file: string, problems: string): UnreadableImport {
  return new UnreadableImport(`${file}: this is not an evaluation file of ADK: ${problems}`);
}

type LegacyAdkCase = {
  id: string;
  turns: z.infer<typeof legacyTurnSchema>[];
  state: Json | undefined;
  at: (string | number)[];
};

function fromLegacyAdkCase({ id, turns, state, at }: LegacyAdkCase): AdkCase {
  return {
    id,
    state,
    at,
    user: undefined,
    rubrics: 0,
    turns: turns.map(
      ({ query, expected_tool_use: tools, reference, expected_intermediate_agent_responses: replies }) => ({
        input: query,
        calls: (tools ?? []).map(({ tool_name: name, tool_input }) => ({ name, arguments: tool_input })),
        reference: reference ?? '',
        intermediateCount: replies?.length ?? 0,
      }),
    ),
  };
}

function fromAdkCase(authored: z.infer<typeof caseSchema>, at: (string | number)[]): AdkCase {
  const { eval_id: id, conversation, conversation_scenario: scenario, session_input: session, rubrics } = authored;
  const turns = (conversation ?? []).map(({ user_content, final_response, intermediate_data: data, rubrics: own }) => ({
    input: joinTextParts(user_content),
    calls: listCalls(data),
    reference: final_response === null || final_response === undefined ? '' : joinTextParts(final_response),
    intermediateCount: data?.intermediate_responses?.length ?? 0,
    rubrics: own?.length ?? 0,
  }));
  const state = session?.state ?? undefined;
  return {
    id,
    turns,
    at,
    state: state === undefined || Object.keys(state).length === 0 ? undefined : state,
    user: session?.user_id ?? undefined,
    rubrics: turns.reduce((sum, turn) => sum + turn.rubrics, rubrics?.length ?? 0),
    scenario: scenario === null || scenario === undefined ? undefined : { scenario, rubrics: rubrics ?? [] },
  };
}

function listCalls(data: z.infer<typeof dataSchema> | null | undefined): JsonObject[] {
  const uses = (data?.tool_uses ?? []).map(({ name, args }): JsonObject => ({ name, arguments: args ?? {} }));
  const events = (data?.invocation_events ?? []).flatMap(({ content }) => content?.parts ?? []);
  const eventCalls = events.flatMap((part): JsonObject[] => {
    const use = toolUseSchema.safeParse(part.function_call ?? part.functionCall);
    return use.success ? [{ name: use.data.name, arguments: use.data.args ?? {} }] : [];
  });
  return [...uses, ...eventCalls];
}

function joinTextParts({ parts }: z.infer<typeof contentSchema>): string {
  return (parts ?? []).flatMap(({ text }) => text ?? []).join('\n');
}
