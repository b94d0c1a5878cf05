import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** A digest of each part of the agent that could be read. A missing part could not be read; it need not be empty. */
export const agentPartsSchema = z.partialRecord(z.enum(agentPartNames), z.string());
export type AgentParts = z.infer<typeof agentPartsSchema>;
