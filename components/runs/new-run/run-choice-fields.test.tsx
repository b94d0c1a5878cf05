import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { WorkspaceContents } from '@/lib/queries';
import { type RunChoice, resolveRunChoice } from './run-choice';
import { RunChoiceFields } from './run-choice-fields';

const suite = { key: 'orders.jsonl', agentId: 'shop', cases: 1, problems: 0 };
const workspace: WorkspaceContents = {
  agents: [
    { id: 'shop', type: 'module' },
    { id: 'server', type: 'http', noConnector: true },
    { id: 'broken', type: 'http', noConnector: true, problem: 'no URL' },
    { id: 'keyless', type: 'openai', problem: 'no key' },
  ],
  connectors: [{ id: 'polite', type: 'scripted', keyPresent: true }],
  folder: 'shop',
  suites: [suite],
  folders: [],
};

function Fields({ onChoice }: { onChoice: (choice: RunChoice) => void }) {
  const [choice, setChoice] = useState<RunChoice>({});
  onChoice(resolveRunChoice(choice, { workspace, suite }));
  return <RunChoiceFields workspace={workspace} suite={suite} choice={choice} onChange={setChoice} />;
}

it('offers connectors to agents that take one, and drops what another agent was put on', async () => {
  let runChoice: RunChoice = {};
  const { user } = renderView(<Fields onChoice={(choice) => (runChoice = choice)} />);
  const choose = async (label: string, option: RegExp) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  await choose('Connector', /^polite/);
  expect(runChoice).toEqual({ connector: 'polite' });

  await user.click(screen.getByRole('combobox', { name: 'Agent' }));
  const agents = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(agents).toEqual([
    expect.stringMatching(/shop$/),
    expect.stringMatching(/^shop/),
    expect.stringMatching(/^server/),
    expect.stringMatching(/^keyless.*unavailable/),
  ]);
  await user.keyboard('{Escape}');
  await choose('Agent', /^server/);
  expect(runChoice).toEqual({ agentId: 'server' });
  await user.click(screen.getByRole('combobox', { name: 'Connector' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^None/),
  ]);
});
