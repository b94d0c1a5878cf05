/**
 * Something that an agent needs and Turntree does not have. The config can provide a `handler` (an entry of
 * `processes`) or an `agent`; a `problem` must be fixed.
 */
export type MissingPart =
  | { kind: 'handler'; what: string; handler: string }
  | { kind: 'agent'; what: string }
  | { kind: 'problem'; what: string };
