import type { EventRow } from './event-row.ts';

const LINES_PER_EVENT = 5;

/**
 * Consecutive events of a run as text, in the form that goes to the writer thread and, compressed, into packs. Each
 * event takes five lines; neither JSON nor the names in events contain line breaks. Times are relative to the previous
 * event.
 */
export type EventLines = { firstSeq: number; lastAt: number; text: string };

export function createEmptyEventLines(): EventLines {
  return { firstSeq: 0, lastAt: 0, text: '' };
}

/** Appends an event that directly follows the last appended event. */
export function appendLines(lines: EventLines, { seq, at, type, attemptKey, blobs, data }: EventRow): void {
  if (lines.text === '') lines.firstSeq = seq;
  lines.text += `${type}\n${at - lines.lastAt}\n${attemptKey ?? ''}\n${blobs}\n${data}\n`;
  lines.lastAt = at;
}

/**
 * The reverse of `appendLines`. `count` is the number of events that the text should have; each missing event becomes a
 * row that is marked as lost.
 */
export function parseEventLines(
  runId: string,
  { firstSeq, text }: Pick<EventLines, 'firstSeq' | 'text'>,
  count = countEvents(text),
): EventRow[] {
  const lines = text.split('\n');
  const rows: EventRow[] = [];
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const getEventField = (number: number): string => lines[index * LINES_PER_EVENT + number] ?? '';
    const seq = firstSeq + index;
    const since = Number(getEventField(1));
    if (lines.length < (index + 1) * LINES_PER_EVENT || !Number.isFinite(since)) {
      rows.push(createPlaceholderRow({ runId, seq }, 'its compressed block is damaged'));
      continue;
    }
    offset += since;
    rows.push({
      runId,
      seq,
      at: offset,
      type: getEventField(0),
      attemptKey: getEventField(2) === '' ? null : getEventField(2),
      blobs: Number(getEventField(3)),
      data: getEventField(4),
    });
  }
  return rows;
}

function countEvents(text: string): number {
  let lines = 0;
  for (let lineBreak = text.indexOf('\n'); lineBreak !== -1; lineBreak = text.indexOf('\n', lineBreak + 1)) lines += 1;
  return lines / LINES_PER_EVENT;
}

/** A placeholder for an event of which only the sequence number is known. */
export function createPlaceholderRow(
  { runId, seq }: Pick<EventRow, 'runId' | 'seq'>,
  unreadable = 'the event is not in the log',
): EventRow {
  return { runId, seq, at: 0, type: '', attemptKey: null, data: '', blobs: 0, unreadable };
}
