/** The suite that the parts of an address name; a part that is not encoded well is taken as it stands. */
export function suiteOfSegments(segments: readonly string[]): string {
  return segments.map(decoded).join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
