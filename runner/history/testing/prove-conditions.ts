import BetterSqlite from 'better-sqlite3';
import { type Database, toDatabase } from '../db/open-database.ts';
import { type StatementWatch, type WatchedCondition, watchStatements } from './watched-statements.ts';

/** A query or change of a history. Its result must be representable as JSON. */
export type HistoryAction = (database: Database) => unknown;

/** Runs a query after a change to the history. */
export function queryAfterSql(sql: string, act: HistoryAction): HistoryAction {
  return (db) => {
    db.sqlite.exec(sql);
    return act(db);
  };
}

/** The content of a history file, and the actions to perform on copies of it. */
export type PreparedHistory = { content: Buffer; acts: Readonly<Record<string, HistoryAction>> };

export type ConditionProofs = {
  /** Names of SQL conditions that can be removed without changing any result. */
  unproved: string[];
  /**
   * Names of actions whose result depends on the order of rows although their SQL statement does not specify an order.
   */
  unordered: string[];
  statements: StatementWatch['statements'];
};

/** Names of conditions that are never removed, and of conditions that need not be tested in every history. */
type ConditionExceptions = { endless: readonly string[]; redundant: readonly string[] };

/**
 * Performs all actions, then repeats each action without each of the SQL conditions that affect its rows, until a
 * result changes. This shows which conditions the tests cover. Skips an action in a history in which it cannot show
 * anything new.
 */
export async function proveConditions(
  histories: readonly PreparedHistory[],
  { endless, redundant }: ConditionExceptions,
): Promise<ConditionProofs> {
  const watch = watchStatements();
  const proved = new Set<string>();
  const unordered: string[] = [];
  const executedBy = new Map<HistoryAction, Set<string>>();
  const isProved = ({ id }: WatchedCondition): boolean => proved.has(id);
  const isProvedOrRedundant = (condition: WatchedCondition): boolean =>
    isProved(condition) || redundant.includes(condition.name);

  async function queryWithReplacedCondition(
    by: 'without' | 'otherOrder',
    condition: WatchedCondition,
    copied: CopiedHistory,
  ) {
    watch.replace(condition, by);
    try {
      return await runActionOnCopy(copied);
    } catch (error) {
      // Without this condition, the statement would be invalid SQL.
      if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_ERROR') throw error;
      return String(error);
    } finally {
      watch.restore();
    }
  }

  async function proveConditionsOfHistory(name: string, copied: CopiedHistory): Promise<void> {
    const before = executedBy.get(copied.act);
    if (before !== undefined && listConditionsById(watch, before).every(isProvedOrRedundant)) return;
    watch.note((condition) => !isProved(condition) && !endless.includes(condition.name));
    const expectedResult = await runActionOnCopy(copied);
    executedBy.set(copied.act, (before ?? new Set()).union(watch.executedIds));
    for (const condition of listConditionsById(watch, watch.changingIds)) {
      if ((await queryWithReplacedCondition('without', condition, copied)) === expectedResult) continue;
      const isOrdered = (await queryWithReplacedCondition('otherOrder', condition, copied)) === expectedResult;
      if (isOrdered) proved.add(condition.id);
      else unordered.push(`${name}: ${condition.name}`);
    }
  }

  try {
    for (const { content, acts } of histories)
      for (const [name, act] of Object.entries(acts)) await proveConditionsOfHistory(name, { content, act });
  } finally {
    watch.end();
  }
  const unproved = [...watch.executed.values()].filter((condition) => !isProved(condition));
  const names = new Set(unproved.map(({ name }) => name));
  return { unproved: [...names].toSorted(), unordered, statements: watch.statements };
}

function listConditionsById({ executed }: StatementWatch, ids: ReadonlySet<string>): WatchedCondition[] {
  return [...ids].flatMap((id) => executed.get(id) ?? []);
}

type CopiedHistory = { content: Buffer; act: HistoryAction };

/** Works on a copy of the history in memory, because connections cache what they have read. */
async function runActionOnCopy({ content, act }: CopiedHistory): Promise<string> {
  const database = toDatabase(new BetterSqlite(content));
  try {
    return JSON.stringify(await act(database), collectionsToArrays) ?? '';
  } finally {
    database.close();
  }
}

function collectionsToArrays(_key: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
