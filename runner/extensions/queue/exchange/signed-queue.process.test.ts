import { describe } from 'vitest';
import { testSignedQueue } from '../../../testing/queue/signed-queue.ts';
import { startRedis } from '../../../testing/queue-servers.ts';

describe('a queue on Redis that others can write to', () => testSignedQueue(startRedis));
