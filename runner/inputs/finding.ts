/** A place inside one case: keys and indexes from the case downwards. */
export type CasePath = readonly (string | number)[];

/**
 * What mends a problem without a word from the author, at the path of the problem: its key gets another name, the key or
 * item goes, or an `image_url` with a file becomes an `image`.
 */
export type Cure = { kind: 'rename'; to: string } | { kind: 'remove' } | { kind: 'image' };

/** A problem of one case before its line and column are known. */
export type Finding = {
  severity: 'error' | 'warning';
  path: CasePath;
  /** The position of the problem: the key, or its value. */
  at: 'key' | 'value';
  message: string;
  suggestion?: string;
  cure?: Cure;
};

export function errorAt(path: CasePath, message: string, suggestion?: string): Finding {
  return withSuggestion({ severity: 'error', path, at: 'value', message }, suggestion);
}

export function errorAtKey(path: CasePath, message: string, suggestion?: string): Finding {
  return withSuggestion({ severity: 'error', path, at: 'key', message }, suggestion);
}

export function warningAtKey(path: CasePath, message: string): Finding {
  return { severity: 'warning', path, at: 'key', message };
}

export function withCure(finding: Finding, cure: Cure): Finding {
  return { ...finding, cure };
}

/** `checkpoints[0].assert.value` */
export function pathText(path: CasePath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

function withSuggestion(finding: Finding, suggestion: string | undefined): Finding {
  return suggestion === undefined ? finding : { ...finding, suggestion };
}
