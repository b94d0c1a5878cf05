import { readFileSync } from 'node:fs';

// If a registry mirror lacks the binaries of some platform, npm writes an incomplete lock file, and `npm ci` then fails
// on every machine. This check finds the gap when it is introduced.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const missing = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(place, name)) missing.push(`${place || 'the project'} wants ${name}`);
  }
}
if (missing.length > 0) {
  console.error('package-lock.json lacks optional packages; choose a version that has them all:');
  for (const line of missing) console.error(`  ${line}`);
  process.exitCode = 1;
}

function isLocked(place, name) {
  const folders = place.split('/node_modules/');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const above = folders.slice(0, depth).join('/node_modules/');
    if (`${above === '' ? '' : `${above}/`}node_modules/${name}` in lock.packages) return true;
  }
  return false;
}
