'use strict';
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/**
 * True if the build is up to date: each build writes a list of its source files and their modification times, which
 * must still match.
 */
exports.isCliFresh = () => {
  const list = path.join(root, 'dist', 'inputs.json');
  if (!fs.existsSync(list)) return false;
  const inputs = JSON.parse(fs.readFileSync(list, 'utf8'));
  return Object.entries(inputs).every(
    ([file, time]) => fs.statSync(`${root}/${file}`, { throwIfNoEntry: false })?.mtimeMs === time,
  );
};

/**
 * Builds the command line of a checkout, in about a second, if there is no build or its sources are newer. Every
 * command of a checkout calls this first, so it is cheap when up to date. Returns an exit code.
 */
exports.buildStaleCli = () => {
  if (exports.isCliFresh()) return 0;
  process.stderr.write('turntree: building the command line from its sources…\n');
  const script = path.join(root, 'scripts', 'build-cli.mjs');
  const { spawnSync } = require('node:child_process');
  // The output of the build goes to standard error, because standard output is for the output of the command itself.
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] });
  return status ?? 1;
};
