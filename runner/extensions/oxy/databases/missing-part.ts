/**
 * A part of an agent that Turntree cannot run. A `handler` (an entry of `processes` in the config) or an `agent` of the
 * config can replace it; a `problem` has no replacement and must be fixed.
 */
export type MissingPart =
  | { kind: 'handler'; what: string; handler: string }
  | { kind: 'agent'; what: string }
  | { kind: 'problem'; what: string };
