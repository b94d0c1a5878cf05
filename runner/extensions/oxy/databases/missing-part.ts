/**
 * A part of an agent that Turntree cannot run. If it is a `handler` (an entry of `processes` in the config) or an
 * `agent`, the config can replace it. A `problem` cannot be replaced and must be fixed.
 */
export type MissingPart =
  | { kind: 'handler'; what: string; handler: string }
  | { kind: 'agent'; what: string }
  | { kind: 'problem'; what: string };
