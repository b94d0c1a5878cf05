/**
 * Frees bytes that nobody needs any more. The garbage collector counts only the small object of an array, not its
 * bytes, so many megabytes of bytes could accumulate. The array must not share its memory, as arrays from `Buffer.from`
 * and `Buffer.allocUnsafe` do.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
