import { statSync } from 'node:fs';
import v8 from 'node:v8';

/** In bytes; roughly the size of 20,000 short cases. */
const LARGE_INPUT_BYTES = 2 * 1024 ** 2;

/**
 * Makes the garbage collector run earlier. Most memory of a large run stays in use until the end, and without this the
 * heap would grow to several times that size.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString('--heap-growing-percent=20');
}

/** Returns true if reading these files creates so much garbage that it should be collected in the meantime. */
export function isLargeInput(files: readonly string[]): boolean {
  let size = 0;
  for (const file of files) size += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size > LARGE_INPUT_BYTES;
}
