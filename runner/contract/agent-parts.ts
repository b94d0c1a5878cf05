import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** A digest of each part that could be read. What is not there is unknown, which is not the same as empty. */
export const agentPartsSchema = z.partialRecord(z.enum(agentPartNames), z.string());
export type AgentParts = z.infer<typeof agentPartsSchema>;
