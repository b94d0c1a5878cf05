/** A place inside one case: keys and indexes from the case downwards. */
export type CasePath = readonly (string | number)[];

/** A problem of one case before its line and column are known. */
export type Finding = {
  severity: 'error' | 'warning';
  path: CasePath;
  /** Whether it is about the key or about what stands behind it. */
  at: 'key' | 'value';
  message: string;
  suggestion?: string;
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
