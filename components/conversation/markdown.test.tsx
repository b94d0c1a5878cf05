import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './markdown';

it('gives each block of an answer the direction of its text, and code none', () => {
  const text = '# خطة\n\n1. افتح الطلب\n\n| السعر |\n| --- |\n| 49.90 |\n\n> ملاحظة\n\n```\nلا\n```\n\nPlain';
  const { container } = render(<Markdown text={text} />);
  const blocks = [...(container.firstElementChild?.children ?? [])];
  expect(blocks.map((block) => `${block.tagName} ${block.getAttribute('dir')}`)).toEqual([
    'H1 auto',
    'OL auto',
    'TABLE auto',
    'BLOCKQUOTE auto',
    'PRE null',
    'P auto',
  ]);
});
