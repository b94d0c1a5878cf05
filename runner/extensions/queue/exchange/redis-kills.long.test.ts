import { it } from 'vitest';
import { startRedis } from '../testing/queue-servers.ts';
import { testServerKills } from '../testing/server-kills.ts';

it('a run has each attempt once after 20 kills of a Redis that keeps nothing, with the workers that it had', async () => {
  await testServerKills(startRedis, 20);
});
