#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=8
/*
 * The size of the semi-space in the first line saves memory in large runs, and most garbage collections in short runs.
 * Everything works without it.
 */
/* Plain ES5: this file must run on any Node, to find a newer one and hand over to it. */
'use strict';
var fs = require('fs');
var path = require('path');
var old = require('./old-node.cjs');

var LARGE_HEAP = 80 * 1024 * 1024;
var root = path.join(__dirname, '..');

if (old.isOld) handOver();
else start();

function start() {
  require('./plug-n-play.cjs').refuseIfOn();
  require('./end-with-parent.cjs');
  // `--help` and `--version` need no tuning of memory, and loading the module `v8` for this would slow them down.
  if (/^\w/.test(process.argv[2] || '')) tuneMemory();
  // The compile cache makes the next start 20 % faster. Node executes the code that it finds in this folder, so only
  // the user may write to it.
  var compiled = require('./user-folder.cjs').userFolder('compiled');
  if (compiled !== undefined && require('module').enableCompileCache) require('module').enableCompileCache(compiled);
  import(require('url').pathToFileURL(program()).href).catch(function (error) {
    console.error(error);
    process.exit(1);
  });
}

/*
 * While the program loads, sets only flags that V8 does not compare when it checks cached code. After a change of any
 * other flag, V8 compiles the modules of Node again in each thread, which costs a tenth of the CPU time of a short run.
 */
function tuneMemory() {
  var v8 = require('v8');
  // The semi-space size in the first line of this file is for the main thread. Other threads set their own limits,
  // which these flags would override, so the flags are reset.
  v8.setFlagsFromString('--min-semi-space-size=0');
  v8.setFlagsFromString('--max-semi-space-size=0');
  // Most objects of a large run stay alive, so the heap grows in small steps above a certain size: this saves 60 MB at
  // the peak of 100,000 cases.
  var watch = setInterval(function () {
    if (v8.getHeapStatistics().used_heap_size < LARGE_HEAP) return;
    v8.setFlagsFromString('--heap-growing-percent=20');
    clearInterval(watch);
  }, 250).unref();
}

/*
 * A checkout builds the program if it is missing or older than the sources. An installed package has no sources, so it
 * builds nothing.
 */
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
  var child = require('child_process').spawn(pinned, ['--min-semi-space-size=4', '--max-semi-space-size=8', process.argv[1] || __filename].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { TURNTREE_TIED: '1' }),
    // The child process leads its own process group. So a signal to this process's group (from a terminal or `timeout`)
    // reaches the child only once, forwarded from here.
    detached: tellsGroups,
  });
  stopSignals(tellsGroups).forEach(function (name) {
    process.on(name, function () {
      // On Windows, the console itself sends the signal to the child process.
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
