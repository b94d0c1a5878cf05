import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { storeRun } from '@/components/testing/store-run';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { standardCase } from '@/runner/testing/case-factory';
import { echoAgent } from '@/runner/testing/fake-agents';
import { createScoredReplies } from '@/runner/testing/scored-replies';
import { CaseTrendView } from './case/case-trend-view';
import { TrendsView } from './trends-view';

const { history } = servePages();
const file = 'tests/suite.jsonl';
const HOUR_MS = 3_600_000;

const greeting = (id: string, value = 'hello', hash = `hash-of-${id}`) =>
  standardCase({ id, hash, input: `hello ${id}`, assertions: [{ type: 'contains', value }] });

/** Three runs of a suite. In the last one, the case `breaks` fails, `edited` has new content, and `new` is added. */
beforeEach(async () => {
  const steady = [greeting('steady-1'), greeting('steady-2')];
  const first = [greeting('breaks'), greeting('edited'), ...steady];
  const last = [
    greeting('breaks', 'never said', 'edited'),
    greeting('edited', 'hello', 'edited'),
    ...steady,
    greeting('new'),
  ];
  for (const [index, cases] of [first, first, last].entries()) {
    const startedAt = Date.now() - (3 - index) * HOUR_MS;
    await storeRun(history(), cases, [echoAgent()], { runId: `run-${index + 1}`, startedAt });
  }
});

const chart = (name: string) => screen.findByRole('region', { name });

it('trends say how the last runs went, in words and along a chart', async () => {
  const { user, visited } = renderView(<TrendsView />, { path: '/trends' });
  expect(
    await screen.findByRole('heading', { name: /^80% now \(4 of 5, likely 22% to 98%\); broken since / }),
  ).toBeTruthy();
  await user.click(screen.getByText('Statistics'));
  const words = screen.getByRole('region', { name: 'Summary' }).textContent;
  expect(words).toMatch(/newest run: 4 of 5, 80%: likely between 22% and 98%\./);
  expect(words).toMatch(/Change: .*100\.0% of 2 cases.*: no case changed; 2 edited cases left out/);
  expect(screen.getByRole('region', { name: 'What changed' }).textContent).toContain('2 cases edited, 1 case added');

  const rate = await screen.findByRole('slider', { name: 'Pass rate' });
  rate.focus();
  await waitFor(() =>
    expect(rate.getAttribute('aria-valuetext')).toMatch(/4 of 5, 80%.*New: 2 cases edited, 1 case added\.$/),
  );
  await user.keyboard('{Home}');
  expect(rate.getAttribute('aria-valuenow')).toBe('1');
  expect(rate.getAttribute('aria-valuetext')).toMatch(/4 of 4: could be anything above 28%/);
  expect((await chart('Pass rate')).textContent).toContain('4 of 4: could be anything above 28%');
  await user.keyboard('{ArrowRight}');
  expect(rate.getAttribute('aria-valuenow')).toBe('2');
  await user.keyboard('{Enter}');
  expect(visited).toEqual(['/runs/run-2']);
});

it('the map of cases says what is pointed at, and Enter opens its conversation', async () => {
  const { user, visited } = renderView(<TrendsView />, { path: '/trends' });
  const map = await screen.findByRole('grid', { name: 'Cases by runs' });
  map.focus();
  expect(within(map).getAllByRole('row')[1]?.textContent).toContain('breaks');
  expect(await screen.findByText(/breaks, .*: failed\./)).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByText(/breaks, .*: passed\./)).toBeTruthy();
  await user.keyboard('{End}{Enter}');
  expect(visited.at(-1)).toMatch(/\/runs\/run-3\?.*case=breaks/);
});

it('the numbers of a chart are a table', async () => {
  const { user } = renderView(<TrendsView />, { path: '/trends' });
  const rate = within(await chart('Pass rate'));
  await user.click(rate.getByText('Show table'));
  expect(rate.getAllByRole('row')).toHaveLength(4);
  expect(rate.getAllByRole('row')[1]?.textContent).toContain('80%45');
});

it('a case says since when it is bad, what was new then, and leads on', async () => {
  renderView(<CaseTrendView />, { path: '/trends/case', search: `?suite=${file}&case=breaks` });
  expect((await screen.findByText(/2 runs in a row passed before/)).textContent).toContain('and 1 since did not.');
  expect(screen.getByText(/New in that run: 1 case edited/)).toBeTruthy();
  expect(screen.getByRole('main').textContent).toContain('2 of 3, 67%: likely between 21% and 94%');
  const attempts = within(screen.getByRole('region', { name: 'Attempts' }));
  expect(attempts.getAllByRole('row')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Open in Cases' }).getAttribute('href')).toBe(
    '/cases/tests/suite.jsonl?case=breaks',
  );
  expect(screen.getByRole('link', { name: 'Compare the two conversations' }).getAttribute('href')).toMatch(
    /^\/compare\?base=.+case=breaks/,
  );
  expect(attempts.getAllByRole('link')[0]?.getAttribute('href')).toMatch(/^\/runs\/run-3\?.*case=breaks&attempt=1/);
});

it('the address keeps which runs are shown', async () => {
  await writeResults(history(), {
    runId: 'scored',
    at: Date.now() - 4 * HOUR_MS,
    suiteKey: 'tests/scored.csv',
    results: createScoredReplies(),
  });
  const { user, searches } = renderView(<TrendsView />, {
    path: '/trends',
    search: `?suite=${encodeURIComponent(file)}`,
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Same cases only' }));
  await waitFor(() => expect(searches.at(-1)).toContain('same=true'));
  expect(await screen.findByText(/Limited to 2 cases of 5: those that every run judged/)).toBeTruthy();
  const choose = async (field: string, option: RegExp) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Window', /^Last 7 days/);
  await waitFor(() => expect(searches.at(-1)).toContain('window=7d'));
  await choose('Suite', /scored/);
  await waitFor(() => expect(searches.at(-1)).toMatch(/suite=tests(\/|%2F)scored\.csv/));
  expect(await chart('Score')).toBeTruthy();
  expect(await screen.findByText(/One run shows no trend/)).toBeTruthy();
});
