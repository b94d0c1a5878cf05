import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** A digest of each part that could be read. A missing part is unknown, not empty. */
export const agentPartsSchema = z.partialRecord(z.enum(agentPartNames), z.string());
export type AgentParts = z.infer<typeof agentPartsSchema>;
