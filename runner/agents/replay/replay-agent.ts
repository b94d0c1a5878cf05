import path from 'node:path';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { formatToolName, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { AgentEntryOf, MessageContent, ToolCall } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';
import { readBounded, recordingLimit } from '../../host/bounded-file.ts';
import { type Agent, AgentError, type AgentRequest, type ToolMocks } from '../../ports/index.ts';
import { formatCountWithNoun, isJsonObject, toErrorMessage, toJsonText } from '../../values/index.ts';
import { parseTranscripts, type RecordedTranscript } from './read-transcripts.ts';

type ReplayOptions = { id: string; entry: AgentEntryOf<'replay'>; root: string };

/** An agent that replays recorded conversations: it answers turn n of a case with the recorded turn n. */
export function createReplayAgent({ id, entry, root }: ReplayOptions): Agent {
  const byCase = Map.groupBy(readTranscriptFile({ id, entry, root }), (transcript) => transcript.id);
  const createReplayError = (problem: string) => new AgentError(`agent "${id}": ${problem}`, 'agent');
  return {
    id,
    async invoke({ messages, context, mocks }, signal) {
      const { caseId, attempt, turn, report } = context;
      const reportWarning = (text: string) => report?.({ type: 'warning', text });
      const recorded = byCase.get(caseId) ?? [];
      // A single recorded conversation is used for every attempt. Of several conversations, each is used for one
      // attempt.
      const transcript = recorded.length === 1 ? recorded[0] : recorded[attempt - 1];
      if (transcript === undefined) {
        throw createReplayError(
          `${entry.file} has no recorded conversation for ${describeMissingAttempt(context, recorded.length)}`,
        );
      }
      const played = transcript.turns[turn - 1];
      if (played === undefined) {
        const { length } = transcript.turns;
        throw createReplayError(
          `the recorded conversation of case "${caseId}" in ${entry.file} has ${formatCountWithNoun(length, 'turn')}, but turn ${turn} was requested`,
        );
      }
      if (!isSameQuestion(played.input, messages)) {
        reportWarning(
          `turn ${turn}: the user's message differs from the recorded one, ${JSON.stringify(formatInputExcerpt(played.input))}`,
        );
      }
      if (played.response === undefined) throw new AgentError(played.error ?? 'no answer is recorded', 'agent');
      const { content, toolCalls, next } = played.response;
      const reportTurnWarning = (text: string) => reportWarning(`turn ${turn}: ${text}`);
      if (mocks !== undefined)
        for (const call of toolCalls) await repeatRecordedCall({ call, mocks, tell: reportTurnWarning }, signal);
      return { content, toolCalls, next, usage: played.usage, endsConversation: played.ended };
    },
  };
}

function describeMissingAttempt({ caseId, attempt }: AgentRequest['context'], count: number): string {
  return count === 0 ? `case "${caseId}"` : `attempt ${attempt} of case "${caseId}", only ${count}`;
}

type RecordedMockedCall = { call: ToolCall; mocks: ToolMocks; tell: (text: string) => void };

/** Sends the recorded calls to the mocks of the case, because these calls change the state of the case. */
async function repeatRecordedCall({ call, mocks, tell }: RecordedMockedCall, signal: AbortSignal): Promise<void> {
  const { id, tool: name, server, result, error } = call;
  const args = parseArgumentsIfText(call.arguments);
  const mockedCall = { id, name, server, arguments: isJsonObject(args) ? args : {} };
  const answer = await mocks.answer(mockedCall, signal);
  if (!mocks.isMocked(mockedCall) || answer.type === 'pass') return;
  const isSame =
    answer.type === 'error' ? error !== undefined : error === undefined && jsonEquals(result ?? null, answer.result);
  if (isSame) return;
  const now = answer.type === 'error' ? { error: answer.error } : { result: answer.result };
  const then = error === undefined ? { result } : { error };
  tell(
    `${formatToolName(call)} returned ${toJsonText(then)} when it was recorded, but its mock returns ${toJsonText(now)}`,
  );
}

function readTranscriptFile({ id, entry, root }: ReplayOptions): RecordedTranscript[] {
  const file = path.resolve(root, entry.file);
  try {
    return parseTranscripts(readBounded(file, { most: recordingLimit, name: entry.file }));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = isMissing ? `the file ${entry.file} does not exist` : `${entry.file}: ${toErrorMessage(error)}`;
    throw new AgentError(`agent "${id}": ${problem}`, 'configuration');
  }
}

type RecordedInput = RecordedTranscript['turns'][number]['input'];

function isSameQuestion(recorded: RecordedInput, messages: AgentRequest['messages']): boolean {
  return recorded === undefined || formatMessageText(recorded) === formatMessageText(messages.at(-1)?.content ?? null);
}

/**
 * Recorded messages have only the names of attachments, and requests have their bytes, so the content of attachments
 * is not compared.
 */
function formatMessageText(content: MessageContent): string {
  if (!Array.isArray(content)) return (content ?? '').trim();
  return content
    .map((part) => (part.type === 'text' ? part.text : '[attachment]'))
    .join('\n')
    .trim();
}

const MOST_SHOWN = 200;

function formatInputExcerpt(recorded: RecordedInput): string {
  return textOfContent(recorded ?? null).slice(0, MOST_SHOWN);
}
