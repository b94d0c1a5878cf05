import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The baselines: for each series (suite, agent, connector and simulator), the run that its other runs are compared with
 * by default.
 */
export const baselines = sqliteTable(
  'baselines',
  {
    suiteKey: text('suite_key').notNull(),
    agentId: text('agent_id').notNull(),
    /** The connector of the runs; empty if it is unknown. */
    connector: text('connector').notNull(),
    /** The connector of the simulated users; empty for rule-based users. */
    simulator: text('simulator').notNull(),
    runId: text('run_id').notNull(),
    pinnedAt: integer('pinned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.suiteKey, table.agentId, table.connector, table.simulator] })],
);
