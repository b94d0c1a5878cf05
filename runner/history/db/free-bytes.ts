/**
 * Frees bytes that nobody needs any more. The garbage collector sees only the small object of an array, not its bytes,
 * and many megabytes of them could pile up. The array must have its memory for itself: `Buffer.from` and
 * `Buffer.allocUnsafe` share theirs with others.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
