import type { StandardCase } from '../contract/index.ts';
import { caseHash } from './case-hash.ts';

/** The key of the suite that is one message. */
export const MESSAGE_SUITE = 'message';

const MESSAGE_CASE_ID = 'T001';

/** A message given on the command line, as the one case of a suite. It checks nothing but that an answer comes. */
export function messageCase(message: string): StandardCase {
  const authored = { id: MESSAGE_CASE_ID, input: message };
  return { kind: 'standard', ...authored, hash: caseHash(authored), assertions: [] };
}
