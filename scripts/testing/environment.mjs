import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import oldNode from '../../bin/old-node.cjs';

/**
 * The disk space for the builds, histories and browser profiles of a complete test run, which was measured at 1.2 GB.
 */
const NEEDED_GB = 2;

/** Ends the process with a message if the tests cannot run on this machine. */
export function refuseEnvironment() {
  const reason = reasonAgainst({ root: process.cwd(), temporary: os.tmpdir() });
  if (reason === undefined) return;
  console.error(reason);
  process.exit(1);
}

/** Returns what is missing and how to fix it; undefined if tests can run. */
export function reasonAgainst({ root, temporary, isOldNode = oldNode.isOld, freeGb = freeGbIn }) {
  if (!existsSync(path.join(root, 'node_modules', '.bin', 'vitest')))
    return 'The dependencies are not installed: run "npm ci" first (without --omit=dev).';
  if (isOldNode)
    return `Node ${process.versions.node} is too old for the tests: run them with "npm test", which uses the Node of this checkout, or install Node 22.18 or newer.`;
  for (const folder of [root, temporary]) {
    const free = freeGb(folder);
    if (free < NEEDED_GB)
      return `The tests need ${NEEDED_GB} GB of free disk space in ${folder}, and ${free.toFixed(1)} GB are free: make room, or set TMPDIR to a folder on another disk.`;
  }
  return undefined;
}

function freeGbIn(folder) {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 1e9;
}
