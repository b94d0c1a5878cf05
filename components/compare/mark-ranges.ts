/** A range of a text in characters; `end` is exclusive. */
export type TextRange = { start: number; end: number };

/** The properties of a Markdown (hast) node that are used here. */
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
 * Wraps the text at source ranges of the parsed Markdown in `mark` elements. If the source of a text node differs from
 * its displayed text, for example because of escapes, the whole node is marked.
 */
export function markRanges(node: MarkdownNode, options: MarkRangesOptions): void {
  node.children = node.children?.flatMap((child) => {
    markRanges(child, options);
    return child.type === 'text' ? markTextNode(child, options) : [child];
  });
}

function markTextNode(node: MarkdownNode, { source, ranges, className }: MarkRangesOptions): MarkdownNode[] {
  const { value = '', position } = node;
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined || value.trim() === '') return [node];
  const rangesInside = ranges.filter((range) => range.start < end && range.end > start);
  if (rangesInside.length === 0) return [node];
  const createMark = (text: string): MarkdownNode => ({
    type: 'element',
    tagName: 'mark',
    properties: { className },
    children: [{ type: 'text', value: text }],
  });
  if (source.slice(start, end) !== value) return [createMark(value)];
  const splitNodes: MarkdownNode[] = [];
  let offset = 0;
  for (const range of rangesInside) {
    const from = Math.max(range.start - start, offset);
    const to = Math.min(range.end - start, value.length);
    if (from > offset) splitNodes.push({ type: 'text', value: value.slice(offset, from) });
    splitNodes.push(createMark(value.slice(from, to)));
    offset = to;
  }
  if (offset < value.length) splitNodes.push({ type: 'text', value: value.slice(offset) });
  return splitNodes;
}
