/**
 * A part that does not run here. A handler (an entry of `processes` in the config) or an agent of the config can
 * replace it; a problem must be fixed.
 */
export type MissingPart =
  | { kind: 'handler'; what: string; handler: string }
  | { kind: 'agent'; what: string }
  | { kind: 'problem'; what: string };
