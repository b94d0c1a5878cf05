#!/usr/bin/env -S node --max-semi-space-size=4
/* The small nursery in the first line keeps the memory of large runs down; everything works without it. */
/* Plain old JavaScript: this file must run on any Node, to find one that is new enough and hand over to it. */
'use strict';
var fs = require('fs');
var path = require('path');

var root = path.join(__dirname, '..');
var version = process.versions.node.split('.');
var major = Number(version[0]);
var minor = Number(version[1]);

if (major > 22 || (major === 22 && minor >= 18)) {
  start();
} else {
  handOver();
}

function start() {
  // Compiled code is kept in the system's temporary folder: the next start is a fifth quicker.
  if (require('module').enableCompileCache) require('module').enableCompileCache();
  var built = path.join(root, 'dist', 'entry.mjs');
  var entry = fs.existsSync(built) ? built : path.join(root, 'runner', 'cli', 'entry.ts');
  import(require('url').pathToFileURL(entry).href).catch(function (error) {
    console.error(error);
    process.exit(1);
  });
}

function handOver() {
  var pinned = findPinnedNode();
  if (pinned === undefined) {
    console.error('runner: Node ' + process.versions.node + ' is too old: Turntree needs 22.18 or newer.');
    console.error('  Run "npm ci" in ' + root + ', which brings the right one, or install a newer Node.');
    process.exit(78);
  }
  var child = require('child_process').spawn(pinned, ['--max-semi-space-size=4', __filename].concat(process.argv.slice(2)), { stdio: 'inherit' });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (name) {
    process.on(name, function () {
      // A terminal sends SIGINT to the child as well; a second one would cut its clean-up short.
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
    });
  });
  child.on('exit', function (code, signal) {
    if (signal) process.kill(process.pid, signal);
    else process.exit(code);
  });
}

function findPinnedNode() {
  var name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (var folder = root; ; folder = path.dirname(folder)) {
    var candidate = path.join(folder, 'node_modules', '.bin', name);
    if (fs.existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}
