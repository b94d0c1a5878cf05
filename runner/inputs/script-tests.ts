import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import type { ScriptCase } from '../contract/index.ts';
import { computeCaseHash } from './case-hash.ts';
import { InputError } from './problem.ts';
import { describeReadError } from './read-failure.ts';

/** A file with test functions. `module` is its path relative to the workspace, with forward slashes. */
export type TestModule = { file: string; module: string };

/**
 * Returns the test functions of a script, each as a case, in file order: top-level functions and arrow functions whose
 * name begins with `Test`, exported or not.
 * @throws InputError if the file cannot be read, is not TypeScript, or contains no tests.
 */
export async function loadScriptTests({ file, module }: TestModule): Promise<ScriptCase[]> {
  const { code, map } = await compileModule(await readModule(file, module), { file, module });
  const lines = code.split('\n');
  const cases = lines.flatMap((text, position): ScriptCase[] => {
    const id = findTestName(text);
    if (id === undefined) return [];
    const entry = map.findEntry(position, Math.max(text.indexOf(id), 0));
    const line = 'originalLine' in entry ? entry.originalLine + 1 : undefined;
    const hash = computeCaseHash(extractDeclaration(lines, position));
    return [{ kind: 'script', id, hash, module, line }];
  });
  const lowerCaseName = lines.map(findLowerCaseTestName).find((name) => name !== undefined);
  if (lowerCaseName !== undefined) {
    const better = `Test${lowerCaseName.slice('test'.length).replace(/^_?(.)/, (_, first: string) => first.toUpperCase())}`;
    throw new InputError(
      `${module}: ${lowerCaseName} has a parameter t but would not run: names of test functions begin with Test, like ${better}`,
      [],
    );
  }
  if (cases.length > 0) return cases;
  throw new InputError(
    `${module} has no test functions; their names begin with Test, like export function TestGreeting(t, ctx) { … }`,
    [],
  );
}

async function readModule(file: string, module: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read ${module}: ${describeReadError(error)}`, [], { cause: error });
  }
}

/** Removes types and comments, and puts each top-level statement on an unindented line. */
async function compileModule(source: string, { file, module }: TestModule): Promise<{ code: string; map: SourceMap }> {
  const esbuild = await import('esbuild');
  try {
    const { code, map } = await esbuild.transform(source, {
      loader: path.extname(file).endsWith('ts') ? 'ts' : 'js',
      sourcefile: module,
      sourcemap: 'external',
      legalComments: 'none',
      // Rewrites template literals, because a multi-line template literal could contain text that looks like a test.
      supported: { 'template-literal': false },
      logLevel: 'silent',
    });
    return { code, map: new SourceMap(JSON.parse(map)) };
  } catch (error) {
    throw new InputError(describeSyntaxProblem(error, module), [], { cause: error });
  }
}

function describeSyntaxProblem(error: unknown, module: string): string {
  const errors = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  const problems = errors.map((problem: { text: string; location: { line: number; column: number } | null }) =>
    problem.location === null
      ? `${module}: ${problem.text}`
      : `${module}:${problem.location.line}:${problem.location.column + 1}: ${problem.text}`,
  );
  return problems.length > 0 ? problems.join('\n') : `${module}: ${String(error)}`;
}

function findTestName(line: string): string | undefined {
  const declaration =
    /^(?:export )?(?:default )?(?:async )?function (Test[\w$]*)\(|^(?:export )?(?:const|let|var) (Test[\w$]*) = (?:async )?(?:\(|function\b)/;
  const [, declared, assigned] = declaration.exec(line) ?? [];
  return declared ?? assigned;
}

/** Finds a function that takes the argument `t`, like a test, but whose name begins with `test` in lower case. */
function findLowerCaseTestName(line: string): string | undefined {
  const declaration =
    /^(?:export )?(?:default )?(?:async )?function (test[\w$]*)\(t[,)]|^(?:export )?(?:const|let|var) (test[\w$]*) = (?:async )?(?:function\s*[\w$]*)?\(t[,)]/;
  const [, declared, assigned] = declaration.exec(line) ?? [];
  return declared ?? assigned;
}

/** Returns the source text of a function: from its first line to the next top-level statement. */
function extractDeclaration(lines: readonly string[], start: number): string {
  const laterLines = lines.slice(start + 1);
  const length = laterLines.findIndex((line) => /^[^\s})\]]/.test(line));
  return [lines[start], ...(length === -1 ? laterLines : laterLines.slice(0, length))].join('\n').trimEnd();
}
