import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { findNearestKey, isSpellingVariant } from '../../assertions/find-nearest-key.ts';
import { isOneTypoAway } from '../../values/index.ts';
import { blankOutComments, type CodeWarning, findClosingBracketInBlock } from '../code-text.ts';
import { findFunctionDeclaration, splitParameters } from '../code-warnings.ts';
import type { ScriptLocation } from '../resolve-script.ts';
import { listNonTextMembers } from './misread-values.ts';
import type { FunctionCode } from './text-comparisons.ts';

/** A field name in code that does not exist in the object, and the similar field that does. */
type MisspeltField = { read: string; near: string };

/**
 * Finds a field name that is probably misspelt: the code reads it from a variable whose object has only a similar
 * field, and that field is never read.
 */
function findMisspeltField(code: string, variable: string, fields: readonly string[]): MisspeltField | undefined {
  const reads = [...listNonTextMembers(code, variable), ...listDestructuredFields(code, variable)];
  for (const read of reads) {
    if (fields.includes(read) || read in Object.prototype || isAssigned(code, `${variable}.${read}`)) continue;
    const near = findNearestKey(
      read,
      fields.filter((field) => isSpellingVariant(field, read) || isOneTypoAway(field, read)),
    );
    if (near !== undefined && !reads.includes(near)) return { read, near };
  }
  return undefined;
}

function listDestructuredFields(code: string, variable: string): string[] {
  const assigned = new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${escapeStringRegexp(variable)}(?=\\s*[;\\n])`, 'g');
  return [...code.matchAll(assigned)].flatMap(([, names = '']) => listNames(names));
}

function listNames(names: string): string[] {
  return [...names.matchAll(/(?:^|,)\s*([\w$]+)/g)].map(([, name = '']) => name);
}

function isAssigned(code: string, target: string): boolean {
  return new RegExp(`(?<![\\w$.])${escapeStringRegexp(target)}\\s*(?:\\?\\?|\\|\\|)?=(?![=>])`).test(code);
}

/**
 * Finds a probably misspelt field name that a function reads from one of its arguments, which has only a similar field.
 */
export function findMisspeltArgumentField(
  { code, name }: Pick<FunctionCode, 'code' | 'name'>,
  values: readonly unknown[],
): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(code, name);
  if (declaration === undefined) return undefined;
  for (const [index, parameter] of splitParameters(declaration.parameters).entries()) {
    const value = values[index];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const [, destructured] = /^\{([^{}]*)\}/.exec(parameter) ?? [];
    const [variable = 'value'] = /^[\w$]+/.exec(parameter) ?? [];
    const reads = destructured === undefined ? declaration.body : `{${destructured}} = value;`;
    const field = findMisspeltField(reads, variable, Object.keys(value));
    if (field === undefined) continue;
    const argument = destructured === undefined ? variable : 'its argument';
    const message = `${name} reads ${JSON.stringify(field.read)} of ${argument}, which has ${JSON.stringify(field.near)}`;
    return { line: declaration.line, message };
  }
  return undefined;
}

/**
 * Finds probably misspelt field names that a test reads from the results of function calls. The fields of a result are
 * determined from the source of the test file and of the files that it imports.
 */
export function findMisspeltFieldsOfTest(
  { file, functionName }: ScriptLocation,
  fieldsByProcess: ReadonlyMap<string, readonly string[]>,
): string[] {
  const code = blankOutComments(readFileSync(file, 'utf8'));
  const declaration = findFunctionDeclaration(code, functionName);
  if (declaration === undefined) return [];
  let sources: string[] | undefined;
  return findMisspeltResultFields(declaration.body, {
    listFields({ kind, name }) {
      if (kind === 'process') return fieldsByProcess.get(name);
      sources ??= [code, ...readImportedFiles(code, path.dirname(file))];
      return sources.map((source) => listReturnedFields(source, name)).find((fields) => fields !== undefined);
    },
  });
}

function readImportedFiles(code: string, folder: string): string[] {
  const references = [...code.matchAll(/\bfrom\s*['"](\.{1,2}\/[^'"\n]+)['"]/g)].map(([, reference = '']) => reference);
  return references.flatMap((reference) => {
    const target = path.resolve(folder, reference);
    const places = [target, `${target}.ts`, `${target}.js`, target.replace(/js$/, 'ts')];
    const place = places.find((candidate) => /\.[cm]?[jt]s$/.test(candidate) && existsSync(candidate));
    return place === undefined ? [] : [blankOutComments(readFileSync(place, 'utf8'))];
  });
}

/** `listFields` returns the fields of a result, if they are known. */
type ResultFields = { listFields(call: ResultCall): readonly string[] | undefined };
export type ResultCall = { kind: 'process' | 'function'; name: string };

const PROCESS_CALL_SOURCE = String.raw`(?:await\s+)?(?:Process\(\s*(?<quote>['"])([^'"\n]+)\k<quote>|([A-Za-z_$][\w$]*)\()`;

/** Finds probably misspelt field names that a test reads from the results of its calls. */
export function findMisspeltResultFields(code: string, { listFields }: ResultFields): string[] {
  const assigned = code.matchAll(
    new RegExp(String.raw`(?<![\w$.])([\w$]+|\{[^{}]*\})\s*(?::[^=;\n]{0,100})?=\s*${PROCESS_CALL_SOURCE}`, 'g'),
  );
  return [...assigned].flatMap(([, target = '', , process, name = '']) => {
    const called: ResultCall = process === undefined ? { kind: 'function', name } : { kind: 'process', name: process };
    const fields = isAssignedOnce(code, target) ? listFields(called) : undefined;
    if (fields === undefined) return [];
    const field = target.startsWith('{')
      ? findMisspeltField(`${target} = value;`, 'value', fields)
      : findMisspeltField(code, target, fields);
    if (field === undefined) return [];
    const title = process === undefined ? `${name}()` : `Process(${JSON.stringify(process)})`;
    return `the test reads ${JSON.stringify(field.read)} of the result of ${title}, which has ${JSON.stringify(field.near)}`;
  });
}

function isAssignedOnce(code: string, target: string): boolean {
  const assignment = new RegExp(
    `(?<![\\w$.])${escapeStringRegexp(target)}\\s*(?::[^=;\\n]{0,100})?=(?![=>])\\s*(\\w+)?`,
    'g',
  );
  const values = [...code.matchAll(assignment)].filter(([, value]) => value !== 'null' && value !== 'undefined');
  return values.length === 1;
}

/** Returns the fields of the objects that a function returns; undefined if it may return something else. */
export function listReturnedFields(code: string, name: string): string[] | undefined {
  const { body } = findFunctionDeclaration(code, name) ?? {};
  if (body === undefined) return undefined;
  const returned = /^\)[^=;{}]{0,200}=>\s*\(\{/.test(body)
    ? [body.indexOf('({') + 2]
    : [...body.matchAll(/\breturn\b(?!\s*(?:;|null\b|undefined\b))\s*(\{)?/g)].map(
        ({ index, 0: { length }, 1: brace }) => (brace === undefined ? -1 : index + length),
      );
  const fields = returned.map((start) => (start === -1 ? undefined : listFieldsOfLiteral(body, start)));
  if (fields.length === 0 || fields.includes(undefined)) return undefined;
  return fields.flatMap((names) => names ?? []);
}

/** Returns the fields of an object literal whose brace opens before `start`; undefined if it has a spread. */
function listFieldsOfLiteral(code: string, start: number): string[] | undefined {
  const end = findClosingBracketInBlock(code, start);
  if (end === undefined) return undefined;
  let text = code.slice(start, end).replace(/`[^`]*`|'[^'\n]*'(?!\s*:)|"[^"\n]*"(?!\s*:)/g, '0');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  if (/\.\.\.|\[/.test(text)) return undefined;
  return text.split(',').flatMap((member) => /^\s*(?:async\s+|get\s+)?['"]?([\w$-]+)/.exec(member)?.[1] ?? []);
}
