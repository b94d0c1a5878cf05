import type { StandardCase } from '../contract/index.ts';
import { computeCaseHash } from './case-hash.ts';

/** The suite key of a single message from the command line. */
export const MESSAGE_SUITE = 'message';

const MESSAGE_CASE_ID = 'T001';

/** Converts a message from the command line to a case. The case only checks that the agent answers. */
export function buildMessageCase(message: string): StandardCase {
  const authored = { id: MESSAGE_CASE_ID, input: message };
  return { kind: 'standard', ...authored, hash: computeCaseHash(authored), assertions: [] };
}
