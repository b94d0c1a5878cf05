/** A range of a text in characters; `end` is exclusive. */
export type TextRange = { start: number; end: number };

/** The parts of a Markdown (hast) node that are needed here. */
export type MarkdownNode = {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: MarkdownNode[];
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
};

type MarkRangesOptions = { source: string; ranges: readonly TextRange[]; className: string };

/**
 * Marks source ranges in the parsed Markdown tree. If the source of a text node differs from what is displayed, for
 * example by escapes, the whole node is marked.
 */
export function markRanges(node: MarkdownNode, marking: MarkRangesOptions): void {
  node.children = node.children?.flatMap((child) => {
    markRanges(child, marking);
    return child.type === 'text' ? markTextNode(child, marking) : [child];
  });
}

function markTextNode(node: MarkdownNode, { source, ranges, className }: MarkRangesOptions): MarkdownNode[] {
  const { value = '', position } = node;
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined || value.trim() === '') return [node];
  const inside = ranges.filter((range) => range.start < end && range.end > start);
  if (inside.length === 0) return [node];
  const createMark = (text: string): MarkdownNode => ({
    type: 'element',
    tagName: 'mark',
    properties: { className },
    children: [{ type: 'text', value: text }],
  });
  if (source.slice(start, end) !== value) return [createMark(value)];
  const parts: MarkdownNode[] = [];
  let at = 0;
  for (const range of inside) {
    const from = Math.max(range.start - start, at);
    const to = Math.min(range.end - start, value.length);
    if (from > at) parts.push({ type: 'text', value: value.slice(at, from) });
    parts.push(createMark(value.slice(from, to)));
    at = to;
  }
  if (at < value.length) parts.push({ type: 'text', value: value.slice(at) });
  return parts;
}
