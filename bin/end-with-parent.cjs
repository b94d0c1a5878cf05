/* Plain old JavaScript: the first file of a program requires it. */
'use strict';

/* A process that is tied to the one that started it ends with it, however that ends: as if its terminal was closed. */
var isTied = process.env.TURNTREE_TIED === '1' && process.channel;
delete process.env.TURNTREE_TIED;
if (isTied) {
  process.once('disconnect', function () {
    if (!process.emit('SIGHUP', 'SIGHUP')) process.exit(129);
  });
  process.channel.unref();
}
