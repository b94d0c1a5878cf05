/**
 * Frees the memory of a byte array at once. The garbage collector does not count these bytes when it decides when to
 * run, so many megabytes could accumulate. The array must own its memory, unlike arrays from `Buffer.from` and
 * `Buffer.allocUnsafe`.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
