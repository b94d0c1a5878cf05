import { describe } from 'vitest';
import { testWorkersTogether } from '../../../testing/queue/workers-together.ts';
import { startRedis } from '../../../testing/queue-servers.ts';

describe('workers of one run, on Redis', () => testWorkersTogether(startRedis));
