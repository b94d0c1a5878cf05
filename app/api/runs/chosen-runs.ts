import * as z from 'zod';

export const chosenRunsSchema = z.strictObject({ runIds: z.array(z.string().min(1)).min(1).max(1_000) });
