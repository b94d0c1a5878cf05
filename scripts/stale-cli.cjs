'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** A build lists the files that it was made of, and when each was changed. */
exports.isCliFresh = () => {
  const list = path.join(root, 'dist', 'inputs.json');
  if (!fs.existsSync(list)) return false;
  const inputs = JSON.parse(fs.readFileSync(list, 'utf8'));
  return Object.entries(inputs).every(
    ([file, time]) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs === time,
  );
};

/**
 * Builds the command line of a checkout when there is no build, or one that is older than what it was made of: about a
 * second. Each command of a checkout comes here first, so this is cheap when there is nothing to do. Answers an exit code.
 */
exports.buildStaleCli = () => {
  if (exports.isCliFresh()) return 0;
  process.stderr.write('turntree: building the command line from its sources…\n');
  const script = path.join(root, 'scripts', 'build-cli.mjs');
  // Standard output is for what the command itself prints.
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] });
  return status ?? 1;
};
