import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const postgresVersions = '/usr/lib/postgresql';
const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns the path of the Redis server, if it is installed. */
export function findRedis() {
  return programIn(folders, 'redis-server');
}

/**
 * Returns the path of the PostgreSQL server, if it is installed. Debian keeps it outside of PATH, in a folder per
 * version.
 */
export function findPostgres() {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
  return programIn([...versions.map((version) => `${postgresVersions}/${version}/bin`), ...folders], 'postgres');
}

function programIn(places, program) {
  return places.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}
