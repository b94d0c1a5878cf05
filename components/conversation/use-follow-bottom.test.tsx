import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFollowBottom } from './use-follow-bottom';

const HEIGHT = 500;

function Growing({ marker }: { marker: string }) {
  const { ref, content, behind } = useFollowBottom({ marker, subject: 'talk', isLive: true });
  return (
    <section ref={ref} aria-label="List">
      <div ref={content}>{behind && 'more below'}</div>
    </section>
  );
}

/**
 * jsdom has no layout, so this list simulates a scrolling element whose scroll events arrive later, as in a browser.
 */
function growingList() {
  const { rerender } = render(<Growing marker="1" />);
  const list = screen.getByRole('region', { name: 'List' });
  let [top, height] = [0, HEIGHT];
  Object.defineProperties(list, {
    clientHeight: { get: () => HEIGHT },
    scrollHeight: { get: () => height },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.max(0, Math.min(value, height - HEIGHT));
      },
    },
  });
  return {
    list,
    grow: (by: number) => {
      height += by;
    },
    tell: (marker: string) => rerender(<Growing marker={marker} />),
    scrolled: () => act(() => fireEvent.scroll(list)),
    fromEnd: () => height - HEIGHT - top,
  };
}

it('stays at the end of a list that grows before its last scroll is told', () => {
  const { grow, tell, scrolled, fromEnd } = growingList();
  grow(100);
  tell('2');
  expect(fromEnd()).toBe(0);
  grow(100);
  scrolled();
  tell('3');
  expect(fromEnd()).toBe(0);
  expect(screen.queryByText('more below')).toBeNull();
});

it('leaves who has scrolled up where they are, and follows again from the end', () => {
  const { list, grow, tell, scrolled, fromEnd } = growingList();
  grow(600);
  tell('2');
  scrolled();
  list.scrollTop = 300;
  scrolled();
  grow(100);
  tell('3');
  expect(list.scrollTop).toBe(300);
  expect(screen.getByText('more below')).toBeDefined();
  list.scrollTop = 400;
  scrolled();
  grow(100);
  tell('4');
  expect(list.scrollTop).toBe(400);
  list.scrollTop = 10_000;
  scrolled();
  grow(100);
  tell('5');
  expect(fromEnd()).toBe(0);
});
