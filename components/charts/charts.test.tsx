import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { chartDataToCsv } from './chart-data';
import { ChartFrame } from './chart-frame';

const data = {
  columns: [{ title: 'Run' }, { title: 'Pass rate', format: (rate: number) => `${rate * 100}%` }, { title: 'Agent' }],
  lines: [
    { key: '2', href: '/runs/2', cells: ['second', 0.5, 'echo, loud'] },
    { key: '1', cells: ['first', null, '=1+1'] },
  ],
};

function showChart(selectedIndex?: number) {
  const moves: (number | undefined)[] = [];
  const steps = {
    count: 2,
    selectedIndex,
    onMove: (to: number | undefined) => moves.push(to),
    words: (index: number) => `run ${index + 1} of 2`,
    href: (index: number) => `/runs/${index + 1}`,
  };
  const view = renderView(
    <ChartFrame title="Pass rate" words="The newest run: 1 of 2" data={data} steps={steps}>
      <svg />
    </ChartFrame>,
  );
  return { ...view, moves };
}

describe('the numbers of a chart', () => {
  it('are a table when somebody asks', async () => {
    const { user } = showChart();
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByText('Show table'));
    const rows = within(screen.getByRole('region', { name: 'Pass rate, as a table' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Run', 'Pass rate', 'Agent'],
      ['second', '50%', 'echo, loud'],
      ['first', '–', '=1+1'],
    ]);
    expect(screen.getByRole('link', { name: 'second' }).getAttribute('href')).toBe('/runs/2');
    expect(screen.queryByRole('link', { name: 'first' })).toBeNull();
  });

  it('are CSV that no spreadsheet calculates', () => {
    expect(chartDataToCsv(data)).toBe('Run,Pass rate,Agent\r\nsecond,0.5,"echo, loud"\r\nfirst,,\'=1+1\r\n');
  });
});

describe('the points of a chart', () => {
  it('are a slider that arrow keys move, as far as there are points', async () => {
    const { user, moves } = showChart(0);
    const slider = screen.getByRole('slider', { name: 'Pass rate' });
    expect(slider.getAttribute('aria-valuetext')).toBe('run 1 of 2');
    slider.focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}{End}a');
    expect(moves).toEqual([0, 1, 0, 1]);
  });

  it('are opened with Enter, or with the link beside them', async () => {
    const { user, visited } = showChart(1);
    screen.getByRole('slider').focus();
    await user.keyboard('{Enter}');
    expect(visited).toEqual(['/runs/2']);
    expect(screen.getByRole('link', { name: 'Open this run' }).getAttribute('href')).toBe('/runs/2');
  });
});
