/** Joins URL path segments to a suite key. Segments with invalid encoding are used as they are. */
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
