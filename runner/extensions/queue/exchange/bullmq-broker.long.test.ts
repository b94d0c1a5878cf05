import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../testing/queue-servers.ts';
import { openBroker } from './open-broker.ts';

it('drops a list of PostgreSQL although somebody who has its entries is in the way', async () => {
  const server = await startPostgres();
  const other = new Client(server.url);
  await other.connect();
  // The deadlock timeouts make sure that the broker's connection, not the other one, detects the deadlock.
  await other.query("ALTER DATABASE postgres SET deadlock_timeout = '10s'");
  await other.query("SET deadlock_timeout = '1h'");
  const broker = await openBroker({ address: server.url, key: undefined });
  try {
    const list = broker.openList('orders');
    await list.addEntries(['a', 'b'].map((id) => ({ id, data: {} })));
    const lock = (id: string) => other.query('SELECT id FROM bullmq.job WHERE id = $1 FOR UPDATE', [id]);

    await other.query('BEGIN');
    await lock('b');
    const dropped = list.deleteList();
    while (!(await isWaiting(server.url))) await wait(20);
    await lock('a');
    await other.query('ROLLBACK');

    await dropped;
    expect(await list.readUntaken()).toEqual([]);
  } finally {
    await other.end();
    await broker.close();
    await server.stop();
  }
});

async function isWaiting(url: string): Promise<boolean> {
  const client = new Client(url);
  await client.connect();
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%obliterate%'",
  );
  await client.end();
  return rowCount === 1;
}
