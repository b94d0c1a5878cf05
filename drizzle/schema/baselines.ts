import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The run that runs of a series (suite, agent, connector and simulator) are compared with by default. */
export const baselines = sqliteTable(
  'baselines',
  {
    suiteKey: text('suite_key').notNull(),
    agentId: text('agent_id').notNull(),
    /** Empty if unknown. */
    connector: text('connector').notNull(),
    /** Empty for a user by rules. */
    simulator: text('simulator').notNull(),
    runId: text('run_id').notNull(),
    pinnedAt: integer('pinned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.suiteKey, table.agentId, table.connector, table.simulator] })],
);
