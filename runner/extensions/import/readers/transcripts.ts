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

/** A conversation in a file, or the reason why it could not be imported, with its position. */
export type ConversationOrSkipped =
  | { kind: 'conversation'; conversation: ImportedConversation }
  | { kind: 'lost'; lost: SkippedPart };

/** Returns the conversations in a line of a JSON Lines file; none for an empty line. */
export function parseConversationsInLine(
  text: string,
  { file, line }: { file: string; line: number },
): ConversationOrSkipped[] {
  if (text.trim() === '') return [];
  const place = { file, line, what: 'a conversation' };
  const parsed = tryParseJson(text, MAX_RECORD_LEVELS);
  if (parsed === undefined) return toConversationsOrSkipped(place, () => parseJson(text, MAX_RECORD_LEVELS));
  // A single line may be a whole report.
  return listConversations(parsed).flatMap((value) => toConversationsOrSkipped(place, () => value));
}

/** Returns the conversations in a JSON file: a list, a report, or a single conversation. */
export function parseConversationsInDocument(text: string, file: string): ConversationOrSkipped[] {
  const document = tryParseJson(text, MAX_RECORD_LEVELS);
  if (document === undefined)
    return toConversationsOrSkipped({ file, line: 1, what: 'the file' }, () => parseJson(text, MAX_RECORD_LEVELS));
  return listConversations(document).flatMap((value, index) =>
    toConversationsOrSkipped({ file, line: 1, what: `conversation ${index + 1}` }, () => value),
  );
}

/** Returns true if the first line is a complete JSON object. Then the file has one JSON value per line. */
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

/** Skips lines without a conversation, because reports also contain cases that did not run, a header and a summary. */
function isReportEntry(value: Json): boolean {
  return isJsonObject(value) && ['status', 'run_details', 'type'].some((key) => key in value);
}
