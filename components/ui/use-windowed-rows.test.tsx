import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useWindowedRows } from './use-windowed-rows';

function Rows() {
  const { scroller, height, rows } = useWindowedRows({ count: 1_000, rowPx: 20, overscan: 2 });
  return (
    <div ref={scroller}>
      <ol style={{ height }}>
        {rows.map(({ index }) => (
          <li key={index}>{index}</li>
        ))}
      </ol>
    </div>
  );
}

it('leaves a list where it was scrolled to before the page came to life', async () => {
  const page = document.createElement('main');
  page.innerHTML = renderToString(<Rows />);
  const list = page.querySelector('div');
  expect(page.querySelector('li')?.textContent).toBe('0');
  if (list === null) throw new Error('no list');
  list.scrollTop = 10_000;
  list.scrollTo = ((to: ScrollToOptions) => {
    list.scrollTop = to.top ?? 0;
  }) as typeof list.scrollTo;
  const root = await act(() => hydrateRoot(page, <Rows />));
  expect(list.scrollTop).toBe(10_000);
  root.unmount();
});
