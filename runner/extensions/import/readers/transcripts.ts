import { conversationsIn, readTranscript } from '../../../agents/replay/read-transcripts.ts';
import { errorText, isJsonObject, type Json, jsonIn, LEVELS_OF_RECORDS, parseJson } from '../../../values/index.ts';
import type { ImportedConversation } from './conversation.ts';
import type { NotCarried } from './imported.ts';

/** A conversation of a file, or what there is instead of one. */
export type FoundConversation =
  | { kind: 'conversation'; conversation: ImportedConversation }
  | { kind: 'lost'; lost: NotCarried };

/** A line of a file that has a conversation on each; an empty one has none. */
export function conversationsInLine(text: string, { file, line }: { file: string; line: number }): FoundConversation[] {
  if (text.trim() === '') return [];
  return readConversations({ file, line, what: 'a conversation' }, () => parseJson(text, LEVELS_OF_RECORDS));
}

/** The conversations of a file that is one JSON value: a list, a report, or a single one. */
export function conversationsInDocument(text: string, file: string): FoundConversation[] {
  const whole = jsonIn(text, LEVELS_OF_RECORDS);
  if (whole === undefined)
    return readConversations({ file, line: 1, what: 'the file' }, () => parseJson(text, LEVELS_OF_RECORDS));
  return conversationsIn(whole).flatMap((value, index) =>
    readConversations({ file, line: 1, what: `conversation ${index + 1}` }, () => value),
  );
}

/** True if the first line of a file is a whole JSON object, so that there is one on each. */
export function isOnLines(firstLine: string): boolean {
  return isJsonObject(jsonIn(firstLine, LEVELS_OF_RECORDS));
}

function readConversations(place: Omit<NotCarried, 'why' | 'checks'>, readJson: () => Json): FoundConversation[] {
  try {
    return readTranscript(readJson(), place.what).map(({ id, turns }) => ({
      kind: 'conversation',
      conversation: { id, turns },
    }));
  } catch (error) {
    const why = errorText(error).replace(`${place.what}: `, '');
    return [{ kind: 'lost', lost: { ...place, why, checks: 1 } }];
  }
}
