import { describe } from 'vitest';
import { startPostgres } from '../testing/queue-servers.ts';
import { testSignedQueue } from '../testing/signed-queue.ts';

describe('a queue on PostgreSQL that others can write to', () => testSignedQueue(startPostgres));
