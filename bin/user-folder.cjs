/* Plain old JavaScript: the first file of the program requires it. */
'use strict';
var fs = require('fs');
var os = require('os');
var path = require('path');

/**
 * A folder that nobody else may write into or read, in the user's folder for caches: it is made where it is missing, and
 * looked at at each use. Nothing where it, or what it lies in, is somebody else's.
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
  // The specification of XDG has other paths ignored.
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
  var home = env.HOME || os.homedir();
  if (!home || !path.isAbsolute(home)) return undefined;
  return path.join(home, process.platform === 'darwin' ? path.join('Library', 'Caches') : '.cache');
}

/** Whoever may rename what lies in a folder could put another in its place; in one with the sticky bit only owners may. */
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
  // A link, also one to a folder of one's own, may lead elsewhere the next time.
  var stats = fs.lstatSync(folder);
  return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 63) === 0));
}
