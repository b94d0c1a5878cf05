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
  require('./end-with-parent.cjs');
  // A large run keeps most of what it has: collecting a little more often takes 60 MB off the peak of 100,000 cases.
  require('v8').setFlagsFromString('--heap-growing-percent=30');
  // The next start is a fifth quicker. Node runs whatever lies there, so it has to be a folder of the user's own.
  var compiled = require('./user-folder.cjs').userFolder('compiled');
  if (compiled !== undefined && require('module').enableCompileCache) require('module').enableCompileCache(compiled);
  import(require('url').pathToFileURL(program()).href).catch(function (error) {
    console.error(error);
    process.exit(1);
  });
}

/* A checkout builds the program when it is missing or older than the sources. A package has no sources. */
function program() {
  if (fs.existsSync(path.join(root, 'bin', 'entry.ts'))) {
    var code = require('../scripts/stale-cli.cjs').buildStaleCli();
    if (code !== 0) process.exit(code);
  }
  return path.join(root, 'dist', 'entry.mjs');
}

function handOver() {
  var pinned = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!fs.existsSync(pinned)) old.refuse();
  var tellsGroups = process.platform !== 'win32';
  var child = require('child_process').spawn(pinned, ['--max-semi-space-size=4', __filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { TURNTREE_TIED: '1' }),
    // What a terminal or "timeout" tells a process group reaches the child once, from here: it leads a group of its own.
    detached: tellsGroups,
  });
  stopSignals(tellsGroups).forEach(function (name) {
    process.on(name, function () {
      // A console of Windows tells the child, too.
      if (tellsGroups) child.kill(name);
    });
  });
  if (tellsGroups) {
    process.on('SIGTSTP', function () {
      child.kill('SIGSTOP');
      process.kill(process.pid, 'SIGSTOP');
    });
    process.on('SIGCONT', function () {
      child.kill('SIGCONT');
    });
  }
  child.on('exit', function (code, signal) {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function stopSignals(tellsGroups) {
  return ['SIGINT', 'SIGTERM', 'SIGHUP'].concat(tellsGroups ? 'SIGQUIT' : []);
}
