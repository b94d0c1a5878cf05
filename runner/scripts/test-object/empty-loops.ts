import { blankOutComments, findClosingBracketInBlock } from '../code-text.ts';

const loopStartPattern = /\bfor\s*(?:await\s*)?\(|\.forEach\(/g;

/**
 * Finds a loop whose checks were never made, probably because the loop had no items. `made` contains the types of the
 * checks that the test made.
 */
export function findLoopsWithoutChecks(source: string, made: ReadonlySet<string>): string[] {
  const code = blankOutComments(source);
  for (const { index, 0: opening } of code.matchAll(loopStartPattern)) {
    const checks = [...findLoopBody(code, index + opening.length, opening).matchAll(/\bassert\.(\w+)\(/gi)].map(
      ([, type = '']) => type,
    );
    if (checks.length === 0 || checks.some((type) => made.has(type))) continue;
    const names = [...new Set(checks)].join(', ');
    return [`the checks in a loop (${names}) were never made, because the loop had no items`];
  }
  return [];
}

function findLoopBody(code: string, start: number, opening: string): string {
  const end = findClosingBracketInBlock(code, start);
  if (end === undefined) return '';
  if (opening.startsWith('.')) return code.slice(start, end);
  const [brace] = /^\s*\{/.exec(code.slice(end + 1)) ?? [];
  if (brace === undefined) return /^[^;\n]*/.exec(code.slice(end + 1))?.[0] ?? '';
  const body = end + 1 + brace.length;
  return code.slice(body, findClosingBracketInBlock(code, body) ?? body);
}
