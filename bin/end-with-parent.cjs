/* This file is plain ES5, because programs load it before anything else. */
'use strict';

/* If tied to its parent process, this process ends with it, however the parent ends, as if its terminal was closed. */
var isTied = process.env.TURNTREE_TIED === '1' && process.channel;
delete process.env.TURNTREE_TIED;
if (isTied) {
  process.once('disconnect', function () {
    if (!process.emit('SIGHUP', 'SIGHUP')) process.exit(129);
  });
  process.channel.unref();
}
