import { findPostgres, findRedis } from './find-queues.mjs';
import { runStep } from './run-step.mjs';

/*
 * Makes sure that there are a Redis and a PostgreSQL for the tests of queues: those that are installed, else Debian's.
 * The tests start both themselves, on ports of their own; what the system starts is not used.
 */
const isThere = () => findRedis() !== undefined && findPostgres() !== undefined;

if (!isThere() && process.platform === 'linux' && process.getuid?.() === 0) {
  console.log('No Redis or no PostgreSQL found; installing them.');
  await runStep('apt-get', ['update']);
  await runStep('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server', 'postgresql']);
}
if (!isThere()) {
  console.error(
    'The tests of queues need Redis and PostgreSQL: install them ("apt-get install redis-server postgresql").',
  );
  process.exit(1);
}
