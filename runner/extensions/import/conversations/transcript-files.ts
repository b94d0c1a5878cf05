import path from 'node:path';
import { readBounded, recordingByteLimit } from '../../../host/bounded-file.ts';
import { readLines } from '../../../run/stored/line-file.ts';
import {
  type ConversationOrSkipped,
  isJsonObjectLine,
  parseConversationsInDocument,
  parseConversationsInLine,
} from '../readers/transcripts.ts';

/**
 * Yields the conversations in transcript files. If a file has one conversation per line, only one of them is in memory
 * at a time.
 */
export async function* readTranscriptConversations(
  files: readonly string[],
  cwd: string,
): AsyncGenerator<ConversationOrSkipped> {
  for (const file of files) {
    const filePath = path.resolve(cwd, file);
    if (await isJsonLinesFile(filePath)) {
      let line = 0;
      for await (const text of readLines(filePath)) {
        line += 1;
        yield* parseConversationsInLine(text, { file, line });
      }
    } else yield* parseConversationsInDocument(readBounded(filePath, { most: recordingByteLimit, name: file }), file);
  }
}

async function isJsonLinesFile(filePath: string): Promise<boolean> {
  for await (const line of readLines(filePath)) if (line.trim() !== '') return isJsonObjectLine(line);
  return false;
}
