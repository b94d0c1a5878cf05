import { describe } from 'vitest';
import { testSignedQueue } from '../../../testing/queue/signed-queue.ts';
import { startPostgres } from '../../../testing/queue-servers.ts';

describe('a queue on PostgreSQL that others can write to', () => testSignedQueue(startPostgres));
