import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { storeRun } from '@/components/testing/store-run';
import type { TestCase } from '@/runner/contract';
import { listRuns } from '@/runner/history';
import { checkpoint, dynamicCase, standardCase } from '@/runner/testing/case-factory';
import { createShopAgents, selectShopCases } from '@/runner/testing/shop';
import { CompareView } from './compare-view';

const { history } = servePages();

async function openComparison(search: string) {
  const view = renderView(<CompareView runs={listRuns(history(), { limit: 100 })} baseline={undefined} />, {
    path: '/compare',
    search,
  });
  await screen.findByRole('list', { name: 'Changes' });
  return view;
}

const greeting = (id: string, value = 'hello', hash = `hash-of-${id}`): TestCase =>
  standardCase({ id, hash, input: `hello ${id}`, assertions: [{ type: 'contains', value }] });
const conversationCase = (input: string): TestCase =>
  dynamicCase({
    id: 'talk',
    input,
    hash: input,
    maxTurns: 3,
    simulator: { use: 'simulator', options: { metadata: { persona: 'Customer' } } },
    checkpoints: [checkpoint({ id: 'order id' })],
  });

describe('two runs of a suite that was edited between them', () => {
  async function openEdited() {
    const before = [
      conversationCase('I want my money back.'),
      greeting('breaks'),
      greeting('mended', 'never said'),
      greeting('stays'),
    ];
    const after = [
      ...[
        conversationCase('Good morning.'),
        greeting('breaks', 'never said', 'edited'),
        greeting('mended', 'hello', 'edited'),
      ],
      ...[greeting('stays'), greeting('new')],
    ];
    await storeRun(history(), before, createShopAgents());
    await storeRun(history(), after, createShopAgents(), { runId: 'run-2', options: { attempts: 2 } });
    return openComparison('?base=run-1&head=run-2');
  }
  const changes = () => within(screen.getByRole('list', { name: 'Changes' }));
  const getChosenCase = () => changes().getByRole('link', { current: true }).textContent;

  it('say what their statistics assume, one click away', async () => {
    const { user } = await openEdited();
    expect(screen.queryByText(/nothing but the recorded change differed/)).toBeNull();
    await user.click(screen.getByText('Statistics'));
    expect(await screen.findByText(/nothing but the recorded change differed/)).toBeTruthy();
  });

  it('are compared case by case, with keys', async () => {
    const { user, searches } = await openEdited();
    expect(screen.getByRole('region', { name: 'Before' }).textContent).toContain('of 4');
    expect(screen.getByRole('region', { name: 'After' }).textContent).toContain('of 10');
    expect(screen.getByText(/100\.0% of 1 case.*: no case changed; 3 edited cases left out/)).toBeTruthy();
    expect(getChosenCase()).toContain('breaks');
    expect(getChosenCase()).toContain('New');
    expect(screen.getByRole('list', { name: 'Cases by change' }).textContent).toContain('new');
    await user.keyboard('l');
    await waitFor(() => expect(getChosenCase()).not.toContain('breaks'));
    await user.keyboard('h');
    await waitFor(() => expect(getChosenCase()).toContain('breaks'));
    screen.getByRole('button', { name: /fixed/ }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(changes().getAllByRole('listitem')).toHaveLength(1));
    expect(getChosenCase()).toContain('mended');
    expect(searches.at(-1)).toContain('change=fixed');
  });

  it('are compared turn by turn, and attempt by attempt', async () => {
    const { user, searches } = await openEdited();
    await user.click(changes().getByRole('link', { name: /talk/ }));
    const turns = () => screen.findByRole('region', { name: 'Turns' });
    await waitFor(async () => expect((await turns()).textContent).toContain('Good morning.'));
    await waitFor(async () => expect((await turns()).querySelector('mark')).not.toBeNull());
    await user.click(screen.getByRole('combobox', { name: 'Attempt' }));
    await user.click(await screen.findByRole('option', { name: /^2/ }));
    await waitFor(() => expect(searches.at(-1)).toContain('right=2'));
  });
});

it('two attempts of a case stand side by side, and lead to another run', async () => {
  await storeRun(history(), selectShopCases('S-03'), createShopAgents(), { options: { attempts: 3 } });
  const { user } = await openComparison('?base=run-1&head=run-1&case=S-03&left=1&right=3');
  const turns = async () => (await screen.findByRole('region', { name: 'Turns' })).textContent;
  await waitFor(async () => expect(await turns()).toContain('Maybe next week.'));
  expect(await turns()).toContain('The parcel arrives on Monday.');
  expect(screen.getByRole('main').textContent).toContain('Two attempts of each case');
  await user.click(screen.getAllByRole('combobox', { name: 'Attempt' })[1] ?? document.body);
  await user.click(await screen.findByRole('option', { name: /^2/ }));
  await waitFor(async () => expect(await turns()).toContain('Both conversations are identical.'));
  expect(screen.getByRole('link', { name: 'Compare it with another run' }).getAttribute('href')).toBe(
    '/compare?head=run-1',
  );
});

it('without two runs there is nothing to compare', () => {
  renderView(<CompareView runs={[]} baseline={undefined} />, { path: '/compare' });
  expect(screen.getByText('There is nothing to compare yet.')).toBeTruthy();
});
