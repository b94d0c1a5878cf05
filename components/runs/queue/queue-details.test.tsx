import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RunQueue } from '@/lib/queries';
import { QueueDetails } from './queue-details';

type Worker = RunQueue['workers'][number];

const worker = (fields: Partial<Worker> = {}): Worker => ({
  id: 'a',
  name: 'one',
  parallel: 4,
  busy: 2,
  done: 1_200,
  aMinute: 90,
  longestMs: 4_000,
  isStuck: false,
  ...fields,
});
const show = (queue: Partial<RunQueue>) =>
  render(<QueueDetails queue={{ at: 0, waiting: 0, workers: [], ...queue }} />);

it('says how much waits, how many work, and how fast all of them are', () => {
  show({ waiting: 37, workers: [worker(), worker({ id: 'b', aMinute: 30 })] });
  expect(screen.getByText(/2 workers/).closest('summary')?.textContent).toBe('2 workers · 37 waiting · 120 a minute');
});

it('shows what each worker has in hand, and has done', () => {
  show({ workers: [worker(), worker({ id: 'b', name: 'two', busy: 0, longestMs: 0 })] });
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'WorkerIn progressDoneA minuteOldest attempt',
    'one2 of 41,200904.0s',
    'two0 of 41,20090–',
  ]);
});

it('says in words where an attempt is stuck', () => {
  show({ workers: [worker({ isStuck: true, longestMs: 700_000 })] });
  expect(screen.getByText('1 worker with a stuck attempt')).toBeDefined();
  expect(screen.getByRole('cell', { hidden: true, name: '11.7m, stuck' })).toBeDefined();
});

it('says that nobody is there yet', () => {
  show({ waiting: 5 });
  expect(screen.getByText('No worker has joined yet.')).toBeDefined();
});
