import BetterSqlite from 'better-sqlite3';
import { type Condition, findConditions, preventIndexUse, withoutCondition } from './sql-conditions.ts';

/** The folders whose statements are watched. `runner/history/db` is excluded: its statements concern SQLite itself. */
const watchedFolders = /\/(runner\/history\/(?!db\/|testing\/)[\w/-]+\.ts)(?:\?|$)/;
/**
 * A statement is attributed to the caller of the function `select`, so the file of that function does not count as a
 * source.
 */
const sourceFiles = /\/runner\/(?!history\/testing\/|history\/db\/select\.ts)[\w/-]+\.ts(?:\?|$)/;
/** The maximum number of statements. It ends loops that, without a condition, would never end. */
const MAX_STATEMENTS = 5_000;

type Statement = BetterSqlite.Statement<unknown[], unknown>;
type Execute = (this: Statement, ...parameters: unknown[]) => unknown;
const executionMethods = ['run', 'get', 'all', 'iterate'] as const;

/**
 * A SQL condition at the place in the source where its statement is prepared; the place counts because two statements
 * may have the same text.
 */
export type WatchedCondition = {
  id: string;
  /** The name of the condition: `<file> <function>, <table>: <text>` */
  name: string;
  /** The SQL statement without the condition. */
  without: string;
  /** The SQL statement, rewritten so that its rows come in another order. */
  otherOrder: string;
};
type StatementCaller = { file: string; site: string; name: string };
type WatchedStatement = {
  database: BetterSqlite.Database;
  author: StatementCaller;
  sql: string;
  conditions: WatchedCondition[];
};
type StatementReplacement = { id: string; by: 'without' | 'otherOrder' };

export type StatementWatch = {
  /** All conditions of executed statements, by id. */
  executed: ReadonlyMap<string, WatchedCondition>;
  /** The executed statements: for each source file and text, the positions that executed it. */
  statements: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** Starts recording the ids of executed conditions, and of conditions that change the rows of a statement. */
  note(isOpen: (condition: WatchedCondition) => boolean): void;
  executedIds: ReadonlySet<string>;
  changingIds: ReadonlySet<string>;
  /** Replaces the statement that contains a condition, until `restore` is called. */
  replace(condition: WatchedCondition, by: StatementReplacement['by']): void;
  restore(): void;
  end(): void;
};

/** Watches all statements of the history that are prepared from now on. */
export function watchStatements(): StatementWatch {
  const { prepare } = BetterSqlite.prototype as { prepare: (this: BetterSqlite.Database, sql: string) => Statement };
  const statementPrototype = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('SELECT 1')) as Record<
    string,
    Execute
  >;
  const originals = executionMethods.map((name) => [name, statementPrototype[name]] as const);
  const executedConditions = new Map<string, WatchedCondition>();
  const statements = new Map<string, Map<string, Set<string>>>();
  const changingIds = new Set<string>();
  const executedIds = new Set<string>();
  const conditionsBySite = new Map<string, WatchedCondition[]>();
  const watched = new WeakMap<object, WatchedStatement>();
  let isOpen: ((condition: WatchedCondition) => boolean) | undefined;
  let replaced: StatementReplacement | undefined;
  let count = 0;

  function prepareWatched(this: BetterSqlite.Database, sql: string): Statement {
    const author = findStatementCaller();
    if (author === undefined) return prepare.call(this, sql);
    const key = `${author.site} ${sql}`;
    const conditions = conditionsBySite.get(key) ?? watchedConditions(author, sql);
    conditionsBySite.set(key, conditions);
    const replacement = replaced && conditions.find(({ id }) => id === replaced?.id)?.[replaced.by];
    const statement = prepare.call(this, replacement ?? sql);
    watched.set(statement, { database: this, author, sql, conditions });
    return statement;
  }

  function recordStatement({ file, site }: StatementCaller, sql: string): void {
    const ofFile = statements.get(file) ?? new Map<string, Set<string>>();
    statements.set(file, ofFile.set(sql, (ofFile.get(sql) ?? new Set()).add(site)));
  }

  function recordConditions(
    statement: Statement,
    { database, author, sql, conditions }: WatchedStatement,
    parameters: unknown[],
  ): void {
    recordStatement(author, sql);
    let rows: string[] | undefined;
    for (const condition of conditions) {
      executedConditions.set(condition.id, condition);
      executedIds.add(condition.id);
      if (changingIds.has(condition.id) || isOpen?.(condition) !== true) continue;
      if (statement.readonly) rows ??= [...iterateRows(database, sql, parameters)];
      if (rows === undefined || haveDifferentRows(rows, iterateRows(database, condition.without, parameters)))
        changingIds.add(condition.id);
    }
  }

  function* iterateRows(
    database: BetterSqlite.Database,
    sql: string,
    statementParameters: unknown[],
  ): Generator<string> {
    try {
      for (const row of prepare
        .call(database, sql)
        .raw()
        .iterate(...statementParameters))
        yield JSON.stringify(row);
    } catch (error) {
      yield String(error);
    }
  }

  // Drizzle prepares its statements by the same method, so they are watched, too.
  Object.assign(BetterSqlite.prototype, { prepare: prepareWatched });
  for (const [name, execute] of originals) {
    statementPrototype[name] = function executeWatched(this: Statement, ...parameters: unknown[]) {
      const watchedStatement = watched.get(this);
      if (isOpen !== undefined && watchedStatement !== undefined) recordConditions(this, watchedStatement, parameters);
      count += 1;
      if (replaced !== undefined && count > MAX_STATEMENTS) throw new Error('This executes too many statements.');
      return execute?.apply(this, parameters);
    };
  }
  return {
    executed: executedConditions,
    statements,
    changingIds,
    executedIds,
    note(open) {
      changingIds.clear();
      executedIds.clear();
      isOpen = open;
    },
    replace({ id }, by) {
      isOpen = undefined;
      replaced = { id, by };
      count = 0;
    },
    restore() {
      isOpen = undefined;
      replaced = undefined;
    },
    end() {
      Object.assign(BetterSqlite.prototype, { prepare });
      Object.assign(statementPrototype, Object.fromEntries(originals));
    },
  };
}

function haveDifferentRows(rows: readonly string[], others: Iterable<string>): boolean {
  let parameterIndex = 0;
  for (const other of others) {
    if (other !== rows[parameterIndex]) return true;
    parameterIndex += 1;
  }
  return parameterIndex < rows.length;
}

/** Returns the position in the source file that prepares a statement; undefined outside of the history. */
function findStatementCaller(): StatementCaller | undefined {
  const sites = captureCallSites().filter((each) => sourceFiles.test(each.getFileName() ?? ''));
  const [callSite] = sites;
  const file = watchedFolders.exec(callSite?.getFileName() ?? '')?.[1];
  if (callSite === undefined || file === undefined) return undefined;
  const named = sites.find((each) => each.getFileName() === callSite.getFileName() && each.getFunctionName() !== null);
  const sourceLocation = `${file}:${callSite.getLineNumber()}:${callSite.getColumnNumber()}`;
  return { file, site: sourceLocation, name: `${file} ${named?.getFunctionName() ?? ''}` };
}

/**
 * Returns the call sites of the stack, without Vitest's source maps. The value of the stack becomes what
 * `prepareStackTrace` returns, although its declared type is a string.
 */
function captureCallSites(): NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 30;
    Error.prepareStackTrace = (_error, sites) => sites;
    return new Error('stack').stack as unknown as NodeJS.CallSite[];
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

function watchedConditions(author: StatementCaller, sql: string): WatchedCondition[] {
  const counts = new Map<string, number>();
  return findConditions(sql).map((condition) => {
    const name = `${author.name}, ${condition.table}: ${shortenConditionText(condition)}`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const numbered = number === 1 ? name : `${name} (${number})`;
    return {
      id: `${author.site} ${numbered}`,
      name: numbered,
      without: withoutCondition(sql, condition),
      otherOrder: preventIndexUse(sql, condition),
    };
  });
}

const MAX_STATEMENT_LENGTH = 90;

function shortenConditionText({ text }: Condition): string {
  const shortText = text.replaceAll(/\s+/g, ' ').replaceAll(/(?:\?, )+\?/g, '?…');
  return shortText.length > MAX_STATEMENT_LENGTH ? `${shortText.slice(0, MAX_STATEMENT_LENGTH)}…` : shortText;
}
