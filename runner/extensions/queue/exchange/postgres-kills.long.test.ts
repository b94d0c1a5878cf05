import { it } from 'vitest';
import { startPostgres } from '../testing/queue-servers.ts';
import { testServerKills } from '../testing/server-kills.ts';

it('a run has each attempt once after 10 kills of PostgreSQL, with the workers that it had', async () => {
  await testServerKills(startPostgres, 10);
});
