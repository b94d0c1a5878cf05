/**
 * Returns the folder that all these files are in, without a separator at its end; empty if they have no folder in
 * common.
 */
export function findCommonFolder(files: readonly string[], separator = '/'): string {
  const [first = [], ...others] = files.map((file) => file.split(separator).slice(0, -1));
  const different = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  return (different === -1 ? first : first.slice(0, different)).join(separator);
}
