import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runOutcomes } from '../../runner/contract/index.ts';

export const storedRunStatuses = ['running', ...runOutcomes] as const;

/** One row per run. Counters count attempts; times are milliseconds since 1970, UTC. */
export const runs = sqliteTable(
  'runs',
  {
    id: text('id').primaryKey(),
    suiteKey: text('suite_key').notNull(),
    agentId: text('agent_id').notNull(),
    connector: text('connector'),
    /** The connector of the simulated users, unless cases name an agent for them; null if the users are rule-based. */
    simulator: text('simulator'),
    status: text('status', { enum: storedRunStatuses }).notNull(),
    total: integer('total').notNull(),
    attempts: integer('attempts').notNull(),
    passed: integer('passed').notNull(),
    failed: integer('failed').notNull(),
    errors: integer('errors').notNull(),
    timeouts: integer('timeouts').notNull(),
    skipped: integer('skipped').notNull(),
    /** Number of ended attempts that are left out of all rates. The other counters exclude these attempts. */
    setAside: integer('set_aside').notNull().default(0),
    /** Number of failed attempts by the party at fault, such as `{"agent": 3}`; null if none is known. */
    faults: text('faults', { mode: 'json' }),
    startedAt: integer('started_at').notNull(),
    /** Position in the order in which runs were written; the newest has the highest. Unlike clocks, it is reliable. */
    ordinal: integer('ordinal').notNull().default(0),
    finishedAt: integer('finished_at'),
    exitCode: integer('exit_code'),
    reason: text('reason'),
    /**
     * The names of the requirements that the run did not meet. `[]` if it met all requirements, so that later runs may
     * be compared with it; null if it was stopped.
     */
    missed: text('missed', { mode: 'json' }),
    gitCommit: text('git_commit'),
    options: text('options', { mode: 'json' }).notNull(),
    pid: integer('pid').notNull(),
    /**
     * A text that distinguishes a process from a later one with the same pid; empty if the system does not provide it.
     */
    processToken: text('process_token').notNull(),
    host: text('host').notNull(),
    toolVersion: text('tool_version').notNull(),
    /** The parts of the run's agents, by agent; null if unknown. */
    agentParts: text('agent_parts', { mode: 'json' }),
    /** The key, agent and connector of each suite of the run; null if the run has only one suite. */
    suites: text('suites', { mode: 'json' }),
    label: text('label'),
    /** The time when a person deleted the run; it can be restored until it is pruned. */
    deletedAt: integer('deleted_at'),
    /** The figures of a run for trends, computed from the attempts when the run ends. */
    figures: text('figures', { mode: 'json' }),
  },
  (table) => [index('runs_by_ordinal').on(table.ordinal), index('runs_by_suite').on(table.suiteKey, table.ordinal)],
);
