import { describe } from 'vitest';
import { startRedis } from '../testing/queue-servers.ts';
import { testWorkersTogether } from '../testing/workers-together.ts';

describe('workers of one run, on Redis', () => testWorkersTogether(startRedis));
