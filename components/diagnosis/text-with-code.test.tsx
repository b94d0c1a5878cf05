import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextWithCode } from './text-with-code';

it('isolates quotes in right-to-left writing, which would reorder the words after them', () => {
  const { container } = render(
    <TextWithCode text={'`\u0634\u062d\u0646\u0629` has "\u0639\u0630\u0631\u064b\u0627"; 3 cases are flaky'} />,
  );
  expect(container.innerHTML).toContain('has "<bdi>\u0639\u0630\u0631\u064b\u0627</bdi>"; 3 cases');
  expect(container.querySelector('code')?.className).toContain('unicode-bidi:isolate');
});

it('leaves other quotes as they are', () => {
  const { container } = render(<TextWithCode text={'expected "a", got "b"'} />);
  expect(container.innerHTML).toBe('expected "a", got "b"');
});
