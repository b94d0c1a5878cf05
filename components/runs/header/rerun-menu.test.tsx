import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { runCasesAndFoldEvents } from '@/components/testing/folded-run';
import { renderView } from '@/components/testing/render-view';
import { workspaceQuery } from '@/lib/queries';
import { standardCase } from '@/runner/testing/case-factory';
import { RerunMenu } from './rerun-menu';

it('opens with a click before it has loaded, and with Enter goes on from its first item', async () => {
  const { state } = await runCasesAndFoldEvents([standardCase({ id: 'A' })]);
  const { user } = renderView(
    <RerunMenu
      state={state}
      badCount={0}
      notRunCount={0}
      row={state.rows[0]}
      isStarting={false}
      onChoose={() => undefined}
    />,
  );
  const button = screen.getByRole('button', { name: 'Re-run' });
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await screen.findByRole('menuitem', { name: /^All cases/ })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^All cases/));
});

async function openedMenu(agent: { noConnector?: boolean }) {
  const { state } = await runCasesAndFoldEvents([standardCase({ id: 'A' })]);
  const agents = state.suites.map(({ agentId }) => ({ id: agentId, type: 'any', ...agent }));
  const connectors = [{ id: 'polite', type: 'scripted', keyPresent: true }];
  const { user } = renderView(
    <RerunMenu
      state={state}
      badCount={0}
      notRunCount={0}
      row={state.rows[0]}
      isStarting={false}
      onChoose={() => undefined}
    />,
    {
      answers: (queries) =>
        queries.setQueryData(workspaceQuery().queryKey, {
          agents,
          connectors,
          folder: 'shop',
          suites: [],
          folders: [],
        }),
    },
  );
  await user.click(screen.getByRole('button', { name: 'Re-run' }));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

it('offers other connectors for an agent that can be put on them', async () => {
  expect(await openedMenu({})).toContainEqual(expect.stringContaining('All cases on polite'));
});

it('offers none for an agent that has no connector to replace', async () => {
  const items = await openedMenu({ noConnector: true });
  expect(items).toContainEqual(expect.stringMatching(/^All cases/));
  expect(items).not.toContainEqual(expect.stringContaining('All cases on'));
});

it('goes on with the cases that a stopped run did not get to', async () => {
  const { state } = await runCasesAndFoldEvents([standardCase({ id: 'A' }), standardCase({ id: 'B' })]);
  // The page has only some of the cases of a long run, so the number of cases comes from the totals.
  const [first] = state.rows;
  const chosenScopes: unknown[] = [];
  const { user } = renderView(
    <RerunMenu
      state={{ ...state, status: 'cancelled' }}
      badCount={0}
      notRunCount={420}
      row={first}
      isStarting={false}
      onChoose={(scope) => chosenScopes.push(scope)}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Re-run' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Run the remaining 420/ }));
  expect(chosenScopes).toEqual([{ only: 'not_run' }]);
});
