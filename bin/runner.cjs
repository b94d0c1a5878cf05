#!/usr/bin/env -S node --max-semi-space-size=4
/* The small nursery in the first line keeps the memory of large runs down; everything works without it. */
/* Plain old JavaScript: this file must run on any Node, to find one that is new enough and hand over to it. */
'use strict';
var fs = require('fs');
var path = require('path');
var old = require('./old-node.cjs');

var root = path.join(__dirname, '..');

if (old.isOld) handOver();
else start();

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
  var pinned = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!fs.existsSync(pinned)) old.refuse();
  var child = require('child_process').spawn(pinned, ['--max-semi-space-size=4', __filename].concat(process.argv.slice(2)), { stdio: 'inherit' });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].concat(process.platform === 'win32' ? [] : 'SIGQUIT').forEach(function (name) {
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
