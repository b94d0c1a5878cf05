import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { JsonTree } from './json-tree';

describe('a JSON tree', () => {
  it('shows small branches, and opens the others when asked', async () => {
    const manyKeys = Object.fromEntries(Array.from({ length: 12 }, (_, position) => [`key ${position}`, position]));
    const { user, container } = renderView(<JsonTree value={{ order: { id: 7, paid: true }, many: manyKeys }} />);
    expect(container.textContent).toContain('id: 7');
    expect(container.textContent).not.toContain('key 3');
    await user.click(screen.getByText('many'));
    expect(container.textContent).toContain('key 3: 3');
  });

  it('is a table for a list of flat objects', () => {
    renderView(<JsonTree value={[{ id: 1, name: 'Ada' }, { id: 2 }]} />);
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['idname', '1Ada', '2']);
  });

  it('shows values alone, empty ones, and the beginning of very long lists', () => {
    const { container } = renderView(
      <JsonTree value={[null, '', [], {}, ...Array.from({ length: 300 }, () => 'x')]} />,
    );
    expect(container.textContent).toContain('0: null');
    expect(container.textContent).toContain('2: []');
    expect(container.textContent).toContain('… 104 more');
  });
});
