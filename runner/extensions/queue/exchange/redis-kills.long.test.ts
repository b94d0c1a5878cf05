import { it } from 'vitest';
import { proveServerKills } from '../../../testing/queue/server-kills.ts';
import { startRedis } from '../../../testing/queue-servers.ts';

it('a run has each attempt once after 20 kills of a Redis that keeps nothing, with the workers that it had', async () => {
  await proveServerKills(startRedis, 20);
});
