import escapeStringRegexp from 'escape-string-regexp';
/**
 * The names of functions that a module's source declares or exports. Found with regular expressions, so some may be
 * missing.
 */
export function listFunctionNames(text: string): string[] {
  const declared = text.matchAll(/^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/gm);
  const bound = text.matchAll(/^export\s+(?:const|let|var)\s+([\w$]+)/gm);
  const listed = [...text.matchAll(/^export\s*\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => /(?<![\w$])[\w$]+(?=\s*$)/.exec(name)?.[0] ?? ''),
  );
  const names = [...declared, ...bound].map(([, name = '']) => name);
  return [...new Set([...names, ...listed])].filter((name) => name !== '');
}

/** Returns true if a module cannot export a function: its source never mentions the name and re-exports nothing. */
export function isFunctionMissing(text: string, name: string): boolean {
  const word = new RegExp(`(?<![\\w$])${escapeStringRegexp(name)}(?![\\w$])`);
  return !word.test(text) && !/export\s*\*|\bexports\b/.test(text);
}
