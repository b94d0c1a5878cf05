import * as z from 'zod';
import { jsonSchema, type MessageContent, messageSchema, type ToolCall, type Usage } from '../../contract/index.ts';
import {
  formatSchemaProblems,
  isJsonObject,
  type Json,
  MAX_RECORD_LEVELS,
  parseJson,
  toErrorMessage,
  tryParseJson,
} from '../../values/index.ts';

/** A turn of a recorded conversation. If there is no `response`, the agent failed with `error`. */
export type TranscriptTurn = {
  input?: MessageContent | undefined;
  response?: { content: string; toolCalls: ToolCall[]; next?: Json | undefined };
  error?: string | undefined;
  usage?: Usage | undefined;
  durationMs?: number | undefined;
  ended?: boolean | undefined;
};

/** A verdict in a recording, and the field that contained it. */
export type RecordedVerdict = { passed: boolean; from: string };

/** A recorded conversation of a case. */
export type RecordedTranscript = { id: string; turns: TranscriptTurn[]; verdict?: RecordedVerdict | undefined };

const callSchema = z
  .object({
    id: z.string().optional(),
    tool: z.string().min(1).optional(),
    name: z.string().min(1).optional(),
    server: z.string().optional(),
    arguments: jsonSchema.optional(),
    result: jsonSchema.optional(),
    error: z.string().nullish(),
    duration_ms: z.number().optional(),
  })
  .refine(({ tool, name }) => tool !== undefined || name !== undefined, 'a tool call needs its "name"')
  .transform(
    ({ tool, name = '', duration_ms: durationMs, arguments: args, error, ...call }): ToolCall => ({
      ...call,
      tool: tool ?? name,
      // Accepts arguments that are JSON in a string, because the logs of models contain them in this form.
      arguments: typeof args === 'string' ? (tryParseJson(args) ?? args) : args,
      error: error ?? undefined,
      durationMs,
    }),
  );

const answerSchema = z.object({
  content: z.string().optional(),
  output: jsonSchema.optional(),
  tool_calls: z.array(callSchema).optional(),
  next: jsonSchema.optional(),
});

const turnSchema = answerSchema.extend({
  input: messageSchema.shape.content.optional(),
  response: answerSchema.optional(),
  error: z.string().optional(),
  usage: z.looseObject({ input_tokens: z.number().default(0), output_tokens: z.number().default(0) }).optional(),
  duration_ms: z.number().optional(),
  ended: z.boolean().optional(),
});
type RawTranscriptTurn = z.infer<typeof turnSchema>;

const conversationSchema = answerSchema.extend({
  id: z.string().min(1),
  turns: z.array(turnSchema).optional(),
  error: z.string().optional(),
  run_details: z.array(jsonSchema).optional(),
  passed: z.boolean().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  reward: z.number().optional().catch(undefined),
  score: z.number().optional().catch(undefined),
});

/**
 * Parses recorded conversations: JSON lines or a list of `{id, turns: [{input?, output, tool_calls?, next?}]}`, or a
 * report of a run (`.json`, `.jsonl`). Throws with the position of an invalid entry.
 */
export function parseTranscripts(text: string): RecordedTranscript[] {
  const entries = parseTranscriptLines(text);
  const transcripts = entries.flatMap(({ value, place }) => parseTranscriptEntry(value, place));
  if (transcripts.length === 0) throw new Error('the file contains no recorded conversation');
  return transcripts;
}

/** Returns the conversations in a JSON value, which may be a list, a report or a single conversation. */
export function listConversations(document: Json): Json[] {
  if (!isJsonObject(document) || !Array.isArray(document.results))
    return Array.isArray(document) ? document : [document];
  // Includes skipped cases, because a report lists cases without a verdict as skipped.
  const { results, skipped, quarantined } = document;
  return [results, skipped, quarantined].flatMap((list) => (Array.isArray(list) ? list : []));
}

type TranscriptEntry = { value: Json; place: string };

function parseTranscriptLines(text: string): TranscriptEntry[] {
  const document = tryParseJson(text, MAX_RECORD_LEVELS);
  if (document !== undefined) {
    return listConversations(document).map((value, index) => ({ value, place: `conversation ${index + 1}` }));
  }
  return text.split('\n').flatMap((line, index): TranscriptEntry[] => {
    if (line.trim() === '') return [];
    const location = `line ${index + 1}`;
    try {
      return [{ value: parseJson(line, MAX_RECORD_LEVELS), place: location }];
    } catch (error) {
      throw new Error(`${location}: ${toErrorMessage(error)}`);
    }
  });
}

/**
 * Returns the conversations of one entry. In a report, an entry may have none or several. Throws with the position of
 * an invalid entry.
 */
export function parseTranscriptEntry(value: Json, location: string): RecordedTranscript[] {
  if (isJsonObject(value) && (value.type === 'start' || value.type === 'summary')) return [];
  const result = conversationSchema.safeParse(value);
  if (!result.success) throw new Error(`${location}: ${formatSchemaProblems(result.error)}`);
  const { id, run_details: attempts, turns, error, ...answer } = result.data;
  const verdict = findRecordedVerdict(result.data);
  if (attempts !== undefined) {
    return attempts.flatMap((attempt) =>
      isJsonObject(attempt) ? parseTranscriptEntry({ ...attempt, id }, location) : [],
    );
  }
  if (turns !== undefined) {
    return [
      { id, verdict, turns: turns.map((turn, index) => parseTranscriptTurn(turn, `${location}: turns[${index}]`)) },
    ];
  }
  // The case has no answer: it was skipped, or it failed before the first answer.
  if (answer.output === undefined && answer.tool_calls === undefined && answer.content === undefined) {
    return error === undefined ? [] : [{ id, turns: [{ error }] }];
  }
  return [{ id, verdict, turns: [{ response: toTranscriptResponse(answer) }] }];
}

/**
 * Returns the verdict in a recording. A score between 0 and 1 is not a verdict, because the threshold for passing is
 * unknown.
 */
function findRecordedVerdict(conversation: z.infer<typeof conversationSchema>): RecordedVerdict | undefined {
  const { passed, status, reward, score } = conversation;
  if (passed !== undefined) return { passed, from: `passed: ${passed}` };
  if (status === 'passed' || status === 'failed') return { passed: status === 'passed', from: `status ${status}` };
  const shares = Object.entries({ reward, score });
  const [name, share] = shares.find(([, value]) => value === 0 || value === 1) ?? [];
  return share === undefined ? undefined : { passed: share === 1, from: `${name} ${share}` };
}

function parseTranscriptTurn(turn: RawTranscriptTurn, location: string): TranscriptTurn {
  const { input, error, usage, duration_ms: durationMs, ended } = turn;
  const answer = turn.response ?? turn;
  const isAnswered = [answer.content, answer.output, answer.tool_calls, answer.next].some((part) => part !== undefined);
  if (!isAnswered && error === undefined) {
    throw new Error(`${location} has no answer: write "output", "tool_calls", or the "error" that it ended with`);
  }
  return {
    input,
    error,
    durationMs,
    ended,
    ...(isAnswered ? { response: toTranscriptResponse(answer) } : {}),
    usage: usage && {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      calls: 0,
      retries: 0,
    },
  };
}

function toTranscriptResponse({ content, output, tool_calls: toolCalls = [], next }: z.infer<typeof answerSchema>) {
  const text = content ?? (typeof output === 'string' ? output : '');
  const data = next ?? (typeof output === 'string' || content !== undefined ? undefined : output);
  return { content: text, toolCalls, next: data };
}
