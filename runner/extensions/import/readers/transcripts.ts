import { listConversations, parseTranscriptEntry } from '../../../agents/replay/read-transcripts.ts';
import {
  isJsonObject,
  type Json,
  MAX_RECORD_LEVELS,
  parseJson,
  toErrorMessage,
  tryParseJson,
} from '../../../values/index.ts';
import type { ImportedConversation } from './conversation.ts';
import type { SkippedPart } from './import-source.ts';

/** A conversation in a file, or the reason why the entry at that position could not be imported. */
export type ConversationOrSkipped =
  | { kind: 'conversation'; conversation: ImportedConversation }
  | { kind: 'lost'; lost: SkippedPart };

/** Returns the conversations in one line of a file that has one JSON value per line; none for an empty line. */
export function parseConversationsInLine(
  text: string,
  { file, line }: { file: string; line: number },
): ConversationOrSkipped[] {
  if (text.trim() === '') return [];
  const place = { file, line, what: 'a conversation' };
  const parsed = tryParseJson(text, MAX_RECORD_LEVELS);
  if (parsed === undefined) return toConversationsOrSkipped(place, () => parseJson(text, MAX_RECORD_LEVELS));
  // A report may consist of a single line, too.
  return listConversations(parsed).flatMap((value) => toConversationsOrSkipped(place, () => value));
}

/** Returns the conversations of a file with a single JSON value: a list, a report, or one conversation. */
export function parseConversationsInDocument(text: string, file: string): ConversationOrSkipped[] {
  const document = tryParseJson(text, MAX_RECORD_LEVELS);
  if (document === undefined)
    return toConversationsOrSkipped({ file, line: 1, what: 'the file' }, () => parseJson(text, MAX_RECORD_LEVELS));
  return listConversations(document).flatMap((value, index) =>
    toConversationsOrSkipped({ file, line: 1, what: `conversation ${index + 1}` }, () => value),
  );
}

/** Returns true if the first line of a file is a complete JSON object, so that each line is one. */
export function isJsonObjectLine(firstLine: string): boolean {
  return isJsonObject(tryParseJson(firstLine, MAX_RECORD_LEVELS));
}

function toConversationsOrSkipped(
  location: Omit<SkippedPart, 'why' | 'checks'>,
  readJson: () => Json,
): ConversationOrSkipped[] {
  try {
    const value = readJson();
    const conversations = parseTranscriptEntry(value, location.what);
    if (conversations.length === 0 && !isReportEntry(value))
      throw new Error('the conversation has no "turns" and no "output"');
    return conversations.map((conversation) => ({ kind: 'conversation', conversation }));
  } catch (error) {
    const why = toErrorMessage(error).replace(`${location.what}: `, '');
    return [{ kind: 'lost', lost: { ...location, why, checks: 1 } }];
  }
}

/**
 * Lines without a conversation are skipped: reports also list cases that never began, and JSON Lines reports have a
 * header and a summary.
 */
function isReportEntry(value: Json): boolean {
  return isJsonObject(value) && ['status', 'run_details', 'type'].some((key) => key in value);
}
