import { spawnSync } from 'node:child_process';
import { findPostgres, findRedis } from './find-queues.mjs';
import { runStep } from './run-step.mjs';

/*
 * Makes sure that the programs that tests start are available: installed ones, otherwise Debian's. The tests start
 * their own Redis and PostgreSQL on separate ports; system services are not used.
 */
const programs = [
  { name: 'Redis', package: 'redis-server', isThere: () => findRedis() !== undefined },
  { name: 'PostgreSQL', package: 'postgresql', isThere: () => findPostgres() !== undefined },
  { name: 'GnuPG', package: 'gnupg', isThere: () => ['gpg', 'gpg-agent'].every(canStart) },
];
const listMissingPrograms = () => programs.filter(({ isThere }) => !isThere());
const packageNames = (wanted) => wanted.map((program) => program.package);

if (listMissingPrograms().length > 0 && process.platform === 'linux' && process.getuid?.() === 0) {
  const packages = packageNames(listMissingPrograms());
  console.log(`Installing ${packages.join(', ')} for the tests.`);
  await runStep('apt-get', ['update']);
  await runStep('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
}
const left = listMissingPrograms();
if (left.length > 0) {
  const names = left.map(({ name }) => name).join(' and ');
  console.error(`The tests need ${names}: install them ("apt-get install ${packageNames(left).join(' ')}").`);
  process.exit(1);
}

function canStart(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
