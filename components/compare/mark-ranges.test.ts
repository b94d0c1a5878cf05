import { describe, expect, it } from 'vitest';
import { type MarkdownNode, markRanges } from './mark-ranges';

const text = (value: string, start: number, end = start + value.length): MarkdownNode => ({
  type: 'text',
  value,
  position: { start: { offset: start }, end: { offset: end } },
});

/** Returns the displayed text with marks as brackets. */
function toBracketText({ value, tagName, children = [] }: MarkdownNode): string {
  const innerText = `${value ?? ''}${children.map(toBracketText).join('')}`;
  return tagName === 'mark' ? `[${innerText}]` : innerText;
}

describe('ranges of a source', () => {
  const paragraph = () => ({ type: 'element', tagName: 'p', children: [text('It costs 12 euros', 2)] });
  const markOptions = (ranges: { start: number; end: number }[]) => ({
    source: '# It costs 12 euros',
    ranges,
    className: 'changed',
  });

  it('are marked in the text that they became', () => {
    const node = { type: 'root', children: [paragraph()] };
    markRanges(node, markOptions([{ start: 11, end: 13 }]));
    expect(toBracketText(node)).toBe('It costs [12] euros');
  });

  it('may begin before a text, end behind it, and be several', () => {
    const node = { type: 'root', children: [paragraph()] };
    markRanges(
      node,
      markOptions([
        { start: 0, end: 4 },
        { start: 14, end: 99 },
      ]),
    );
    expect(toBracketText(node)).toBe('[It] costs 12 [euros]');
  });

  it('mark all of a text that is not written as it is shown', () => {
    const node = { type: 'root', children: [text('5 * 3', 0, 6), text(' apples', 6)] };
    markRanges(node, { source: '5 \\* 3 apples', ranges: [{ start: 0, end: 1 }], className: 'changed' });
    expect(toBracketText(node)).toBe('[5 * 3] apples');
  });

  it('leave what they do not touch', () => {
    const node = { type: 'root', children: [paragraph(), text('\n', 19)] };
    markRanges(node, markOptions([{ start: 19, end: 20 }]));
    expect(toBracketText(node)).toBe('It costs 12 euros\n');
  });
});
