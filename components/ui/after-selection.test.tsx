import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createLazyPartHook } from './create-lazy-part-hook';

it('leaves words as they are while somebody has them selected', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const useStrong = createLazyPartHook(() => promise);
  function Words() {
    const strong = useStrong();
    return strong === undefined ? <p>some words</p> : <strong>{strong}</strong>;
  }
  render(<Words />);
  const words = screen.getByText('some words');
  document.getSelection()?.selectAllChildren(words);
  await act(async () => resolve('some words, loud'));
  expect(screen.getByText('some words')).toBe(words);
  expect(document.getSelection()?.toString()).toBe('some words');
  document.getSelection()?.removeAllRanges();
  document.dispatchEvent(new Event('selectionchange'));
  expect(await screen.findByText('some words, loud')).toBeTruthy();
});
