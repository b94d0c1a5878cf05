import type { JsonPath } from '../values/index.ts';

/**
 * An automatic fix at the path of the problem that needs no input from the author: rename the key, remove the key or
 * item, or convert an `image_url` with a file to an `image`.
 */
export type SuggestedFix = { kind: 'rename'; to: string } | { kind: 'remove' } | { kind: 'image' };

/** A problem of one case, before its line and column are determined. */
export type CaseFinding = {
  severity: 'error' | 'warning';
  path: JsonPath;
  /** Whether the problem is at the key or at its value. */
  at: 'key' | 'value';
  message: string;
  suggestion?: string | undefined;
  cure?: SuggestedFix;
  /** Set if the case is valid but names something that does not exist in the workspace. */
  reference?: MissingReference;
  /** Set for an error that does not prevent the case from running: a run reports it and continues. */
  runs?: true;
};

/** A name in a case that refers to something that does not exist in the workspace. */
export type MissingReference = { kind: string; name: string };

export function errorAt(path: JsonPath, message: string, suggestion?: string): CaseFinding {
  return { severity: 'error', path, at: 'value', message, suggestion };
}

export function errorAtKey(path: JsonPath, message: string, suggestion?: string): CaseFinding {
  return { severity: 'error', path, at: 'key', message, suggestion };
}

export function warningAtKey(path: JsonPath, message: string): CaseFinding {
  return { severity: 'warning', path, at: 'key', message };
}

export function warningAt(path: JsonPath, message: string, suggestion?: string): CaseFinding {
  return { severity: 'warning', path, at: 'value', message, suggestion };
}

export function withSuggestedFix(finding: CaseFinding, fix: SuggestedFix): CaseFinding {
  return { ...finding, cure: fix };
}
