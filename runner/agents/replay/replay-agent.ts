import path from 'node:path';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { formatToolName, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { AgentEntryOf, MessageContent, ToolCall } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { readBounded, recordingByteLimit } from '../../host/bounded-file.ts';
import { type Agent, AgentError, type AgentRequest, type ToolMocks } from '../../ports/index.ts';
import { formatCountWithNoun, isJsonObject, toErrorMessage, toJsonText } from '../../values/index.ts';
import { parseTranscripts, type RecordedTranscript } from './read-transcripts.ts';

type ReplayOptions = { id: string; entry: AgentEntryOf<'replay'>; root: string };

/**
 * Creates an agent that replays recorded conversations: in turn n of a case, it returns the recorded answer of turn n.
 */
export function createReplayAgent({ id, entry, root }: ReplayOptions): Agent {
  const transcriptsByCase = Map.groupBy(readTranscriptFile({ id, entry, root }), (transcript) => transcript.id);
  const createReplayError = (problem: string) => new AgentError(`agent "${id}": ${problem}`, 'agent');
  return {
    id,
    async invoke({ messages, context, mocks }, signal) {
      const { caseId, attempt, turn, report } = context;
      const reportWarning = (text: string) => report?.({ type: 'warning', text });
      const transcripts = transcriptsByCase.get(caseId) ?? [];
      // If there is only one recorded conversation, all attempts use it; if there are several, each attempt uses its
      // own.
      const transcript = transcripts.length === 1 ? transcripts[0] : transcripts[attempt - 1];
      if (transcript === undefined) {
        throw createReplayError(
          `${entry.file} has no recorded conversation for ${describeMissingAttempt(context, transcripts.length)}`,
        );
      }
      const replayedTurn = transcript.turns[turn - 1];
      if (replayedTurn === undefined) {
        const { length } = transcript.turns;
        throw createReplayError(
          `the recorded conversation of case "${caseId}" in ${entry.file} has ${formatCountWithNoun(length, 'turn')}, but turn ${turn} was requested`,
        );
      }
      if (!isSameQuestion(replayedTurn.input, messages)) {
        reportWarning(
          `turn ${turn}: the user's message differs from the recorded one, ${JSON.stringify(formatInputExcerpt(replayedTurn.input))}`,
        );
      }
      if (replayedTurn.response === undefined)
        throw new AgentError(replayedTurn.error ?? 'no answer is recorded', 'agent');
      const { content, toolCalls, next } = replayedTurn.response;
      const reportTurnWarning = (text: string) => reportWarning(`turn ${turn}: ${text}`);
      if (mocks !== undefined)
        for (const call of toolCalls) await repeatRecordedCall({ call, mocks, tell: reportTurnWarning }, signal);
      return { content, toolCalls, next, usage: replayedTurn.usage, endsConversation: replayedTurn.ended };
    },
  };
}

function describeMissingAttempt({ caseId, attempt }: AgentRequest['context'], count: number): string {
  return count === 0 ? `case "${caseId}"` : `attempt ${attempt} of case "${caseId}", only ${count}`;
}

type RecordedMockedCall = { call: ToolCall; mocks: ToolMocks; tell: (text: string) => void };

/** Repeats the recorded calls with the mocks of the case, because they change the state of the case. */
async function repeatRecordedCall({ call, mocks, tell }: RecordedMockedCall, signal: AbortSignal): Promise<void> {
  const { id, tool: name, server, result, error } = call;
  const args = parseArgumentsIfText(call.arguments);
  const mockedCall = { id, name, server, arguments: isJsonObject(args) ? args : {} };
  const answer = await mocks.answer(mockedCall, signal);
  if (!mocks.isMocked(mockedCall) || answer.type === 'pass') return;
  const isSame =
    answer.type === 'error' ? error !== undefined : error === undefined && jsonEquals(result ?? null, answer.result);
  if (isSame) return;
  const currentAnswer = answer.type === 'error' ? { error: answer.error } : { result: answer.result };
  const recordedAnswer = error === undefined ? { result } : { error };
  tell(
    `${formatToolName(call)} returned ${toJsonText(recordedAnswer)} when it was recorded, but its mock returns ${toJsonText(currentAnswer)}`,
  );
}

function readTranscriptFile({ id, entry, root }: ReplayOptions): RecordedTranscript[] {
  const file = path.resolve(root, entry.file);
  try {
    return parseTranscripts(readBounded(file, { most: recordingByteLimit, name: entry.file }));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = isMissing ? `the file ${entry.file} does not exist` : `${entry.file}: ${toErrorMessage(error)}`;
    throw new AgentError(`agent "${id}": ${problem}`, 'configuration');
  }
}

type RecordedInput = RecordedTranscript['turns'][number]['input'];

function isSameQuestion(recordedInput: RecordedInput, messages: AgentRequest['messages']): boolean {
  return (
    recordedInput === undefined ||
    formatMessageText(recordedInput) === formatMessageText(messages.at(-1)?.content ?? null)
  );
}

/** Ignores the contents of attachments, because recordings contain only their names. */
function formatMessageText(content: MessageContent): string {
  if (!Array.isArray(content)) return (content ?? '').trim();
  return content
    .map((part) => (part.type === 'text' ? part.text : '[attachment]'))
    .join('\n')
    .trim();
}

const MAX_EXCERPT_LENGTH = 200;

function formatInputExcerpt(recordedInput: RecordedInput): string {
  return formatContentText(recordedInput ?? null).slice(0, MAX_EXCERPT_LENGTH);
}
