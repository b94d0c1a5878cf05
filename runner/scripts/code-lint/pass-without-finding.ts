import escapeStringRegexp from 'escape-string-regexp';
import { blankOutComments, type CodeWarning } from '../code-text.ts';
import { findFunctionDeclaration, splitParameters } from '../code-warnings.ts';
import type { FunctionSource } from './text-comparisons.ts';

const searchResultPattern = /\b(?:const|let)\s+([\w$]+)\s*=\s*([^;\n]*\.(?:exec|match)\([^;\n]*)/g;

const matchListPattern = /\b(?:const|let)\s+([\w$]+)\s*=\s*(\[\s*\.\.\.[^;\n]*\.matchAll\([^;\n]*)/g;

/**
 * Finds a script assertion that looks for something in the answer, compares it with the assertion's value, and passes
 * if the answer contains nothing of the kind. A search for the value itself is skipped, because the assertion may
 * require that it is absent.
 */
export function findPassWithoutFinding({ text, name }: FunctionSource): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [, value] = /^([\w$]+)/.exec(splitParameters(declaration?.parameters ?? '')[2] ?? '') ?? [];
  if (declaration === undefined || value === undefined) return undefined;
  const { body, line } = declaration;
  const word = `\\b${escapeStringRegexp(value)}\\b`;
  const isFound =
    [...body.matchAll(searchResultPattern)].some(
      ([, found = '', search = '']) =>
        !new RegExp(word).test(search) && passesIfMissing(body, found) && comparesGroup(body, found, word),
    ) ||
    [...body.matchAll(matchListPattern)].some(
      ([, found = '', search = '']) => !new RegExp(word).test(search) && comparesOnlyItems(body, found, word),
    );
  return isFound
    ? { line, message: `${name} passes an answer in which it finds nothing to compare with "${value}"` }
    : undefined;
}

function passesIfMissing(body: string, found: string): boolean {
  const variable = escapeStringRegexp(found);
  const condition = `(?:!\\s*${variable}|${variable}\\s*===?\\s*(?:null|undefined))`;
  const verdict = '\\{?\\s*return\\s*(?:true\\b|\\{\\s*pass(?:ed)?\\s*:\\s*true\\b)';
  return new RegExp(`\\bif\\s*\\(\\s*${condition}\\s*\\)\\s*${verdict}`).test(body);
}

function comparesGroup(body: string, found: string, value: string): boolean {
  const group = new RegExp(`\\b${escapeStringRegexp(found)}(?:\\[\\d\\]|\\.groups)`);
  const other = new RegExp(value);
  return body
    .split(/[;\n]/)
    .some((statement) => /={2,3}/.test(statement) && group.test(statement) && other.test(statement));
}

/** True if the verdict is that no item of a list violates the value, although the list may be empty. */
function comparesOnlyItems(body: string, found: string, value: string): boolean {
  const list = `\\b${escapeStringRegexp(found)}`;
  if (new RegExp(`${list}(?:\\??\\.(?:length|at|size)\\b|\\[)|\\.\\.\\.${escapeStringRegexp(found)}\\b`).test(body))
    return false;
  const compared = `\\(\\s*\\(?[\\w$]+\\)?\\s*=>[^;\\n]*[<>]=?[^;\\n]*${value}`;
  if (new RegExp(`(?:${list}\\.every|!\\s*${list}\\.some)${compared}`).test(body)) return true;
  const [, wrong] = new RegExp(`\\b(?:const|let)\\s+([\\w$]+)\\s*=\\s*${list}\\.filter${compared}`).exec(body) ?? [];
  return (
    wrong !== undefined &&
    new RegExp(
      `(?:\\b${escapeStringRegexp(wrong)}\\.length\\s*={2,3}\\s*0|!\\s*${escapeStringRegexp(wrong)}\\.length)`,
    ).test(body)
  );
}
