import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { storeRun } from '@/components/testing/store-run';
import { standardCase } from '@/runner/testing/case-factory';
import { answeringAgent } from '@/runner/testing/fake-agents';
import { SearchView } from './search-view';

const { history } = servePages();

it('a search can keep to one run, and says what it does not understand', async () => {
  const cases = ['one', 'two'].map((id) => standardCase({ id, input: 'zebras' }));
  for (const runId of ['run-1', 'run-2']) {
    await storeRun(history(), cases, [answeringAgent('echo', () => 'Hm.')], { runId });
  }
  const { user } = renderView(<SearchView />, { path: '/search', search: '?run=run-2' });
  const field = screen.getByRole('textbox', { name: 'Search what was said and done' });
  const findText = async (words: string) => {
    await user.clear(field);
    await user.type(field, words);
  };
  const listPlaces = (count: string) =>
    waitFor(() => expect(screen.getByRole('status').textContent).toBe(`${count} turns`));
  await findText('zebras');
  await listPlaces('2');
  await user.click(screen.getByRole('button', { name: 'Search all runs' }));
  await listPlaces('4');
  await findText('speaker:ann');
  expect(await screen.findByText('"speaker:" is not a prefix of the search.')).toBeTruthy();
  await findText('nobodysaidthis');
  expect(await screen.findByText('Nothing found for “nobodysaidthis”')).toBeTruthy();
});
