import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** Digests of the parts of an agent. A part without a digest could not be read. */
export const agentPartsSchema = z.partialRecord(z.enum(agentPartNames), z.string());
export type AgentParts = z.infer<typeof agentPartsSchema>;
