import escapeStringRegexp from 'escape-string-regexp';
import { blankOutComments, type CodeWarning, getLineNumberAt } from '../code-text.ts';

/**
 * Finds environment variables that a file of hooks sets and that nothing in its process reads. A file with imports is
 * left out, because what it imports may read them, or start the agent.
 */
export function findHookVariables(text: string): (CodeWarning & { name: string })[] {
  const code = blankOutComments(text);
  const imports = [...code.matchAll(importedModulePattern)].map(([, name = '']) => name);
  if (imports.some((name) => !name.startsWith('node:') || processModulePattern.test(name))) return [];
  const assigned = new Map<string, number>();
  for (const { 1: name = '', index } of code.matchAll(variableAssignmentPattern))
    if (!assigned.has(name)) assigned.set(name, index);
  return [...assigned].flatMap(([name, index]) => {
    const mentions = code.match(new RegExp(`\\b${escapeStringRegexp(name)}\\b`, 'g'))?.length ?? 0;
    const writes = [...code.matchAll(variableAssignmentPattern), ...code.matchAll(variableDeletionPattern)].filter(
      ([, written]) => written === name,
    );
    if (mentions > writes.length || variablesReadByNode.has(name)) return [];
    const message = `process.env.${name} is set in the process of the hooks, which no agent sees; set it with -e, or pass the value in "metadata"`;
    return [{ name, line: getLineNumberAt(code, index), message }];
  });
}

const importedModulePattern =
  /(?:\bimport\s+(?!type\b)(?:[^'";()]*\bfrom\s*)?|\b(?:require|import)\(\s*)['"]([^'"]+)['"]/g;
const processModulePattern = /child_process|cluster|worker_threads/;
const variableAssignmentPattern = /\bprocess\.env(?:\.|\[['"])(\w+)(?:['"]\])?\s*(?:\?\?|\|\|)?=(?![=>])/g;
const variableDeletionPattern = /\bdelete\s+process\.env(?:\.|\[['"])(\w+)/g;
/**
 * Environment variables that affect the process of the hooks itself, so they have an effect although no code reads
 * them.
 */
const variablesReadByNode = new Set([
  'TZ',
  'NODE_ENV',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_DEBUG',
  'NO_COLOR',
  'FORCE_COLOR',
]);
