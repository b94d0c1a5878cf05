import type { JsonPath } from '../values/index.ts';

/**
 * What mends a problem without a word from the author, at the path of the problem: its key gets another name, the key or
 * item goes, or an `image_url` with a file becomes an `image`.
 */
export type Cure = { kind: 'rename'; to: string } | { kind: 'remove' } | { kind: 'image' };

/** A problem of one case before its line and column are known. */
export type Finding = {
  severity: 'error' | 'warning';
  path: JsonPath;
  /** The position of the problem: the key, or its value. */
  at: 'key' | 'value';
  message: string;
  suggestion?: string | undefined;
  cure?: Cure;
  /** Set when the case can be read, and names something that its workspace lacks. */
  reference?: MissingReference;
  /** An error of a case that can be run all the same: runs say it, and go on. */
  runs?: true;
};

/** A name in a case that nothing in the workspace has. */
export type MissingReference = { kind: string; name: string };

export function errorAt(path: JsonPath, message: string, suggestion?: string): Finding {
  return { severity: 'error', path, at: 'value', message, suggestion };
}

export function errorAtKey(path: JsonPath, message: string, suggestion?: string): Finding {
  return { severity: 'error', path, at: 'key', message, suggestion };
}

export function warningAtKey(path: JsonPath, message: string): Finding {
  return { severity: 'warning', path, at: 'key', message };
}

export function warningAt(path: JsonPath, message: string, suggestion?: string): Finding {
  return { severity: 'warning', path, at: 'value', message, suggestion };
}

export function withCure(finding: Finding, cure: Cure): Finding {
  return { ...finding, cure };
}
