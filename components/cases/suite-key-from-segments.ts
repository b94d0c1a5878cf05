/** Joins URL path segments to a suite key. Segments with invalid encoding are used as they are. */
export function suiteKeyFromSegments(segments: readonly string[]): string {
  return segments.map(decodeSegment).join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
