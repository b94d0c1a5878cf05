import * as z from 'zod';

const seqSchema = z.coerce.number().int().nonnegative();

/**
 * After which `seq` a client wants to go on: where its connection broke, else where its page begins.
 * A header that is not ours is ignored; a parameter that is not a number throws.
 */
export function resumePoint({ lastEventId, after }: { lastEventId: string | null; after: string | null }): number {
  const resumed = seqSchema.safeParse(lastEventId ?? undefined);
  if (lastEventId !== null && lastEventId !== '' && resumed.success) return resumed.data;
  return seqSchema.parse(after ?? 0);
}
