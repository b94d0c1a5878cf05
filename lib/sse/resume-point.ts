import * as z from 'zod';

const eventSeqSchema = z.coerce.number().int().nonnegative();

/**
 * Returns the `seq` after which the stream starts: that of the last event before a reconnect, otherwise that of the URL
 * parameter. A header that is not a number is ignored; a parameter that is not a number throws.
 */
export function parseResumeSeq({ lastEventId, after }: { lastEventId: string | null; after: string | null }): number {
  const resumed = eventSeqSchema.safeParse(lastEventId ?? undefined);
  if (lastEventId !== null && lastEventId !== '' && resumed.success) return resumed.data;
  return eventSeqSchema.parse(after ?? 0);
}
