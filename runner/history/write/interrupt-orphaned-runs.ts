import os from 'node:os';
import { and, eq } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import { isAlive } from '../../host/process-identity.ts';
import type { Database } from '../db/index.ts';
import { interruptRun } from './interrupt-run.ts';

/** Marks runs of this machine whose process is gone as interrupted. Returns their ids. */
export function interruptOrphanedRuns(database: Database): string[] {
  return database.orm
    .select({ id: runs.id, pid: runs.pid, processToken: runs.processToken })
    .from(runs)
    .where(and(eq(runs.status, 'running'), eq(runs.host, os.hostname())))
    .all()
    .filter((run) => !isAlive(run.pid, run.processToken))
    .filter((run) => interruptRun(database, run.id, Date.now()))
    .map((run) => run.id);
}
