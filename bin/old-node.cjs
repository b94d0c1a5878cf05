/* This file is plain ES5: it must run on any Node, to report that the version is too old. */
'use strict';
var version = process.versions.node.split('.');
var major = Number(version[0]);

exports.isOld = major < 22 || (major === 22 && Number(version[1]) < 18);

exports.refuse = function () {
  console.error('turntree: Node ' + process.versions.node + ' is too old: Turntree needs 22.18 or newer.');
  process.exit(78);
};
