import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { StatementWatch } from './watched-statements.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const sourceFiles = 'runner/history/!(db|testing)/**/*.ts';

/**
 * Finds SQL conditions in the history's source files that no executed statement contains, as `<file>: <text>`; for
 * files that use Drizzle, compares the numbers of written and executed statements.
 */
export function listUnexecutedStatements(executedStatements: StatementWatch['statements']): string[] {
  const all = [...executedStatements.values()].flatMap((ofFile) => [...ofFile.keys()].map(removeLineBreaks));
  return globSync(sourceFiles, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      const sqlTexts = [...source.matchAll(/[^`$'"{}]*\b(?:WHERE|HAVING)\b[^`$'"{}]*/g)].map(([text]) =>
        removeLineBreaks(text),
      );
      const unexecuted = sqlTexts.filter((sqlText) => !all.some((sql) => sql.includes(sqlText)));
      const built = source.split(/\.where\(/).length - 1;
      return [
        ...unexecuted.map((sqlText) => `${file}: ${sqlText.trim()}`),
        ...(built > countSites(executedStatements.get(file)) ? [`${file}: .where(…)`] : []),
      ];
    })
    .toSorted();
}

/** The source positions from which Drizzle has executed a statement with a condition. */
function countSites(statements: ReadonlyMap<string, ReadonlySet<string>> = new Map()): number {
  const built = [...statements].filter(([sql]) => / where /.test(sql));
  return new Set(built.flatMap(([, lines]) => [...lines])).size;
}

function removeLineBreaks(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
