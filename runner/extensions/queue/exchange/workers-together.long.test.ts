import { describe } from 'vitest';
import { testWorkersTogether } from '../../../testing/queue/workers-together.ts';
import { startPostgres } from '../../../testing/queue-servers.ts';

describe('workers of one run, on PostgreSQL', () => testWorkersTogether(startPostgres));
