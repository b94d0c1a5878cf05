import { describe } from 'vitest';
import { startRedis } from '../testing/queue-servers.ts';
import { testSignedQueue } from '../testing/signed-queue.ts';

describe('a queue on Redis that others can write to', () => testSignedQueue(startRedis));
