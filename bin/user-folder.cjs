/* This file is plain ES5, because bin/turntree.cjs requires it before anything else. */
'use strict';
var fs = require('fs');
var os = require('os');
var path = require('path');

/**
 * Returns a folder in the user's cache folder that only the user can read and write; creates it if missing and checks
 * it at each use. Returns undefined if it, or the folder that contains it, belongs to somebody else.
 */
exports.userFolder = function (name, env, uid) {
  env = env || process.env;
  if (uid === undefined) uid = process.getuid && process.getuid();
  var base = cacheFolder(env);
  if (base === undefined) return undefined;
  var own = path.join(base, 'turntree');
  try {
    fs.mkdirSync(base, { recursive: true, mode: 448 });
    if (!isSafeParent(base, uid) || !isOwn(own, uid)) return undefined;
    var folder = path.join(own, name);
    return isOwn(folder, uid) ? folder : undefined;
  } catch (_) {
    return undefined;
  }
};

function cacheFolder(env) {
  if (process.platform === 'win32') return env.LOCALAPPDATA || undefined;
  // A relative path in the variable is ignored, as the XDG specification requires.
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
  var home = env.HOME || os.homedir();
  if (!home || !path.isAbsolute(home)) return undefined;
  return path.join(home, process.platform === 'darwin' ? path.join('Library', 'Caches') : '.cache');
}

/**
 * True if other users cannot replace entries of a folder. A user who can rename files in a folder could swap ours; in a
 * folder with the sticky bit, only the owners of files can rename them.
 */
function isSafeParent(folder, uid) {
  if (uid === undefined) return true;
  var stats = fs.statSync(folder);
  var isSticky = (stats.mode & 512) !== 0;
  return (stats.uid === uid || stats.uid === 0) && ((stats.mode & 18) === 0 || isSticky);
}

function isOwn(folder, uid) {
  try {
    fs.mkdirSync(folder, { mode: 448 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  // Rejects symlinks, even to one's own folder: their target may change later.
  var stats = fs.lstatSync(folder);
  return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 63) === 0));
}
