import { it } from 'vitest';
import { proveServerKills } from '../../../testing/queue/server-kills.ts';
import { startPostgres } from '../../../testing/queue-servers.ts';

it('a run has each attempt once after 10 kills of PostgreSQL, with the workers that it had', async () => {
  await proveServerKills(startPostgres, 10);
});
