import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { spawnRunner } from './run-history-command.ts';

/**
 * Streams all runs as a compressed file. If reading fails, the stream ends with an error, and the download is
 * incomplete.
 */
export function exportHistory(): ReadableStream {
  const child = spawnRunner(['history', 'export', '-']);
  child.stderr?.resume();
  const failed = once(child, 'close').then(([code]) => {
    if (code !== 0) zipped.destroy(new Error('the export failed'));
  });
  failed.catch(() => undefined);
  const zipped = createGzip();
  if (child.stdout !== null) {
    pipeline(child.stdout, zipped, (error) => {
      if (error !== undefined && error !== null) child.kill();
    });
  }
  return Readable.toWeb(zipped) as ReadableStream;
}
