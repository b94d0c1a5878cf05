import * as z from 'zod';
import { jsonSchema, type ToolCall } from '../../../contract/index.ts';
import { formatSchemaProblems, isJsonObject, type Json, withoutUndefined } from '../../../values/index.ts';

const blockSchema = z.object({ type: z.string(), text: z.string().optional() });
const contentSchema = z.array(z.object({ type: z.string(), content: blockSchema.optional() }));
const toolCallFields = {
  toolCallId: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']).nullish(),
  content: contentSchema.nullish(),
  rawInput: jsonSchema.optional(),
  rawOutput: jsonSchema.optional(),
};
export const callUpdateSchema = z.object({ ...toolCallFields, title: z.string().nullish() });
const chunkSchema = z.object({ content: blockSchema, messageId: z.string().nullish() });
const planSchema = z.object({ entries: z.array(z.object({ content: z.string(), status: z.string() })) });
const updateSchema = z.discriminatedUnion('sessionUpdate', [
  chunkSchema.extend({ sessionUpdate: z.literal('agent_message_chunk') }),
  z.object({ sessionUpdate: z.literal('tool_call'), ...toolCallFields, title: z.string() }),
  callUpdateSchema.extend({ sessionUpdate: z.literal('tool_call_update') }),
  planSchema.extend({ sessionUpdate: z.literal('plan') }),
]);
type AcpUpdate = z.infer<typeof updateSchema>;
const handledUpdates = new Set(updateSchema.options.map(({ shape }) => shape.sessionUpdate.value));

/** Types of updates that clients show next to the answer; such updates are not part of the answer. */
const ignoredUpdates = new Set([
  ...['user_message_chunk', 'agent_thought_chunk', 'available_commands_update', 'current_mode_update'],
  ...['config_option_update', 'session_info_update', 'usage_update'],
]);

type CallUpdate = z.infer<typeof callUpdateSchema>;

/** Collects the texts and tool calls of an agent in one turn from its updates. */
export type AcpAnswer = {
  /** @throws an error for an invalid update */
  take(update: Json): void;
  text(): string;
  /** Returns the tool calls of the turn, without the calls that were rejected. */
  toolCalls(rejected: ReadonlySet<string>): ToolCall[];
  /** Returns the tool and the arguments of the call for which the agent asks permission. */
  call(callUpdate: CallUpdate): { tool: string; arguments: Json | undefined };
  /** Returns the number of characters collected so far. */
  length(): number;
  /**
   * Begins a turn, or a round within a turn. A round forgets the texts of earlier rounds; tool calls are kept until the
   * turn ends.
   */
  beginTurnOrRound(begins: 'turn' | 'round'): void;
};

type AcpAnswerListener = { log(text: string): void; warn(text: string): void };

export function createAcpAnswer({ log, warn }: AcpAnswerListener): AcpAnswer {
  const texts = createTextAssembler(warn);
  const calls = createCallAssembler();
  let length = 0;

  function applyUpdate(update: AcpUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk') {
      texts.say(update);
      return;
    }
    texts.pause();
    if (update.sessionUpdate === 'tool_call') calls.begin(update);
    else if (update.sessionUpdate === 'tool_call_update') calls.updateCall(update);
    else log(update.entries.map(({ content, status }) => `${status}: ${content}`).join('\n'));
  }

  return {
    take(update) {
      const type = isJsonObject(update) ? String(update.sessionUpdate) : '';
      if (!isHandledUpdate(type)) {
        if (!ignoredUpdates.has(type))
          warn(`the agent sent the update ${type}, which ACP does not have: it was ignored`);
        return;
      }
      const parsed = updateSchema.safeParse(update);
      if (!parsed.success) throw new Error(formatSchemaProblems(parsed.error));
      length += JSON.stringify(update).length;
      applyUpdate(parsed.data);
    },
    text: texts.all,
    toolCalls: (rejected) =>
      calls
        .all()
        .filter(({ toolCallId: id }) => !rejected.has(id))
        .map(toToolCall),
    call(callUpdate) {
      const { title, rawInput } = { ...calls.get(callUpdate.toolCallId), ...withoutUndefined(callUpdate) };
      return { tool: title ?? callUpdate.toolCallId, arguments: rawInput };
    },
    length: () => length,
    beginTurnOrRound(begins) {
      texts.clear();
      if (begins === 'round') return;
      calls.clear();
      length = 0;
    },
  };
}

/** Joins the chunks of one message to one text. A call or a plan between two chunks ends the text. */
function createTextAssembler(warn: AcpAnswerListener['warn']) {
  const texts: string[] = [];
  let currentMessageId: string | undefined;
  return {
    say({ content, messageId }: z.infer<typeof chunkSchema>): void {
      if (content.text === undefined) {
        warn(`the agent answered with a part of type ${content.type}, which was ignored`);
        return;
      }
      const id = messageId ?? 'the message';
      if (currentMessageId !== id) texts.push('');
      currentMessageId = id;
      texts.push(`${texts.pop() ?? ''}${content.text}`);
    },
    pause(): void {
      currentMessageId = undefined;
    },
    all: () => texts.filter((text) => text !== '').join('\n\n'),
    clear(): void {
      texts.length = 0;
      currentMessageId = undefined;
    },
  };
}

/** Call ids are unique within the session, so a new call must not have the id of an earlier one. */
function createCallAssembler() {
  const knownIds = new Set<string>();
  const calls = new Map<string, CallUpdate>();
  return {
    begin(call: CallUpdate): void {
      if (knownIds.has(call.toolCallId)) throw new Error(`there is already a call ${JSON.stringify(call.toolCallId)}`);
      knownIds.add(call.toolCallId);
      calls.set(call.toolCallId, call);
    },
    updateCall(update: CallUpdate): void {
      const earlierCall = calls.get(update.toolCallId);
      if (earlierCall === undefined)
        throw new Error(`there is no open call ${JSON.stringify(update.toolCallId)} to update`);
      const fields = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
      calls.set(update.toolCallId, { ...earlierCall, ...Object.fromEntries(fields) });
    },
    get: (id: string) => calls.get(id),
    all: () => [...calls.values()],
    clear: () => calls.clear(),
  };
}

function isHandledUpdate(type: string): boolean {
  return [...handledUpdates].some((each) => each === type);
}

/**
 * ACP has no tool names, so a call is named by its title. Its result is `rawOutput` if the agent sends it, otherwise
 * the displayed text.
 */
function toToolCall({ toolCallId: id, title, rawInput, rawOutput, content, status }: CallUpdate): ToolCall {
  const contentText = (content ?? [])
    .flatMap(({ content: block }) => (block?.text === undefined ? [] : [block.text]))
    .join('\n');
  const call: ToolCall = { id, tool: title ?? id, arguments: rawInput ?? {} };
  if (status === 'failed')
    return { ...call, error: contentText === '' ? JSON.stringify(rawOutput ?? 'failed') : contentText };
  if (status !== 'completed') return call;
  return { ...call, result: rawOutput ?? contentText };
}
