import { describe } from 'vitest';
import { startPostgres } from '../testing/queue-servers.ts';
import { testWorkersTogether } from '../testing/workers-together.ts';

describe('workers of one run, on PostgreSQL', () => testWorkersTogether(startPostgres));
