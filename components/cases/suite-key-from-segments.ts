/** Joins URL path segments to a suite key. Segments with an invalid percent encoding are not decoded. */
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
