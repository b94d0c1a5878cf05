import escapeStringRegexp from 'escape-string-regexp';
import { blankOutComments, type CodeWarning, getLineNumberAt } from '../code-text.ts';

/**
 * Finds module variables in which an agent stores parts of a message, with code such as `name = match?.[1] ?? name`.
 * Attempts that run in the same process share these variables. Other variables, such as counters, caches and
 * connections, are assigned differently and therefore not reported.
 */
export function findSharedVariables(text: string): CodeWarning[] {
  const code = blankOutComments(text);
  const matches = new Set([...code.matchAll(storedMatchPattern)].map(([, variable]) => variable));
  return [...code.matchAll(moduleVariablePattern)].flatMap(({ index, 1: name = '' }) => {
    const word = escapeStringRegexp(name);
    const assigned = new RegExp(
      `(if\\s*\\([^\\n;]*(?:\\n\\s*)?|[{;\\n>]\\s*)(?<![\\w$.])${word}\\s*=(?![=>])\\s*([^;\\n]*)`,
      'g',
    );
    const isFallback = new RegExp(`\\.(?:exec|match)\\(.*(?:\\?\\?|\\|\\||:)\\s*${word}\\s*\\)?\\s*$`);
    const isRemembered = [...code.matchAll(assigned)].some(([, before = '', value = '']) => {
      const [, match] = /^([\w$]+)(?:\[\d\]|\??\.groups)?/.exec(value) ?? [];
      return isFallback.test(value) || (before.startsWith('if') && match !== undefined && matches.has(match));
    });
    const isReset = new RegExp(`^[ \\t]+${word}\\s*=\\s*(?:''|""|null|undefined);`, 'm').test(code);
    if (!isRemembered || isReset) return [];
    const message = `"isolate": "suite" shares "${name}" between all attempts, so a case may pass because of an earlier one`;
    return [{ line: getLineNumberAt(code, index), message }];
  });
}

const moduleVariablePattern = /^(?:let|var)\s+([A-Za-z_$][\w$]*)/gm;
const storedMatchPattern = /\b(?:const|let)\s+([\w$]+)\s*=\s*[^;\n]*\.(?:exec|match)\(/g;
