import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import escapeStringRegexp from 'escape-string-regexp';
import { blankOutComments, type CodeWarning, getLineNumberAt } from '../code-text.ts';
import { findFunctionDeclaration } from '../code-warnings.ts';

type TestCode = {
  /** The file and the name of the test function. */
  file: string;
  name: string;
  /** The module of the tested agent. */
  agentFile: string;
};

/**
 * Finds a test function that computes its expected value with a function of the agent's own code. A mistake in that
 * function is then both in the answer and in the expected value. Ignores functions that only read data, for example
 * from a database.
 */
export function findSharedComputation({ file, name, agentFile }: TestCode): CodeWarning | undefined {
  const agentCode = readModules(agentFile);
  const code = readCode(file);
  const body = findFunctionDeclaration(code, name)?.body ?? '';
  for (const { imported, local, from } of listNamedImports(code, file)) {
    const call = new RegExp(`(?<![\\w$.])${escapeStringRegexp(local)}\\s*\\(`);
    const shared = agentCode.get(from);
    if (shared === undefined || from === agentFile || !call.test(body)) continue;
    const computation = findFunctionDeclaration(shared, imported)?.body ?? '';
    const isUsed = [...agentCode].some(([other, text]) => other !== from && isCalled(imported, text));
    if (!arithmeticPattern.test(computation) || !isUsed) continue;
    const line = getLineNumberAt(code, code.indexOf(body)) + body.slice(0, body.search(call)).split('\n').length - 1;
    const message = `${name} computes with ${local}(), which is the agent's own code (${path.basename(from)}), so a mistake in that code is also in the expected value; write the right values, or compute them in another way`;
    return { line, message };
  }
  return undefined;
}

/** Matches arithmetic on values. A plus between names may also join texts. */
const arithmeticPattern = /[\w$)\]]\s*(?:\*|%)\s*[\w$(]|[\w$)\]] [-/] [\w$(]|[\w$)\]] \+ \d/;

function isCalled(name: string, code: string): boolean {
  return new RegExp(`(?<![\\w$.])${escapeStringRegexp(name)}\\s*\\(`).test(code);
}

/** The maximum number of an agent's modules whose code is read. */
const MAX_MODULES = 100;

/** Returns the code of a module and of the files that it imports, without packages. */
function readModules(file: string): Map<string, string> {
  const modules = new Map<string, string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined && modules.size < MAX_MODULES; next = open.pop()) {
    if (modules.has(next)) continue;
    const code = readCode(next);
    modules.set(next, code);
    for (const [, specifier = ''] of code.matchAll(/\bfrom\s+['"](\.[^'"\n]+)['"]/g)) {
      const imported = resolveImport(next, specifier);
      if (imported !== undefined) open.push(imported);
    }
  }
  return modules;
}

function readCode(file: string): string {
  return existsSync(file) ? blankOutComments(readFileSync(file, 'utf8')) : '';
}

const importFileEndings = ['', '.ts', '.js', '.mts', '.mjs'];

function resolveImport(file: string, specifier: string): string | undefined {
  const target = path.resolve(path.dirname(file), specifier);
  return importFileEndings
    .map((ending) => target + ending)
    .find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
}

function listNamedImports(code: string, file: string): { imported: string; local: string; from: string }[] {
  return [...code.matchAll(/\bimport\s*\{([^{}]*)\}\s*from\s+['"](\.[^'"\n]+)['"]/g)].flatMap(
    ([, names = '', specifier = '']) => {
      const from = resolveImport(file, specifier);
      if (from === undefined) return [];
      return names.split(',').flatMap((each) => {
        const [imported, local] = each.split(/\sas\s/).map((name) => name.trim());
        return imported === undefined || imported === '' ? [] : { imported, local: local ?? imported, from };
      });
    },
  );
}
