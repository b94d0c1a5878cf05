import { describe } from 'vitest';
import { testManyMachines } from '../testing/many-machines.ts';
import { startPostgres } from '../testing/queue-servers.ts';

describe('a run whose attempts workers execute, on PostgreSQL', () => testManyMachines(startPostgres));
