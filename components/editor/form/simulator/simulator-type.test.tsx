import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderFormPart } from '@/components/testing/open-form-part';
import { SimulatorSection } from './simulator-section';

const before = '{"id": "U", "until": "done", ';
const after = ', "assert": {"type": "tool_called", "name": "refund"}}\n';

function openForm(simulator: string) {
  const text = `${before}${simulator}${after}`;
  const names = { agents: ['shopper'] };
  const view = renderFormPart(<SimulatorSection />, { text, selected: 'U', names });
  return { ...view, original: text, simulator: () => view.text().slice(before.length, -after.length) };
}

async function choose(user: UserEvent, player: RegExp): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: 'Played by' }));
  await user.click(await screen.findByRole('option', { name: player }));
}

describe('another player of the user', () => {
  it('gets what was typed for the built-in user, which has it again afterwards', async () => {
    const user = '{"goal": "a refund", "facts": {"zip": 1.0}, "traits": ["terse"]}';
    const view = openForm(`"simulator": ${user}`);
    await choose(view.user, /^An agent/);
    expect(view.simulator()).toBe(
      '"simulator": {"use": "shopper", "options": {"metadata": {"goal": "a refund", "facts": {"zip": 1.0}, "traits": ["terse"]}}}',
    );
    await choose(view.user, /^The built-in/);
    expect(view.simulator()).toBe('"simulator": {"goal": "a refund", "facts": {"zip": 1.0}, "traits": ["terse"]}');
  });

  it('loses what it has no field for only with these words, and an undo', async () => {
    const agent =
      '{"use": "shopper", "options": {"connector": "fast", "metadata": {"persona": "Ann", "goal": "a refund", "mood": 1.0}}}';
    const view = openForm(`"simulator": ${agent}`);
    await choose(view.user, /^The built-in/);
    expect(view.simulator()).toBe('"simulator": {"goal": "a refund", "persona": "Ann"}');
    expect(screen.getByText(/^Removed: the agent shopper, the connector fast, mood\./)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(view.text()).toBe(view.original);
    expect(screen.queryByText(/^Removed/)).toBeNull();
  });

  it('has its connector and its metadata again when it is chosen again', async () => {
    const view = openForm('"simulator": {"use": "own", "options": {"connector": "fast", "metadata": {"mood": 1}}}');
    await choose(view.user, /^The built-in/);
    expect(view.simulator()).toBe('"simulator": {"goal": ""}');
    await view.user.type(screen.getByRole('textbox', { name: 'Goal' }), 'a refund');
    await choose(view.user, /^An agent/);
    expect(JSON.parse(`{${view.simulator()}}`)).toEqual({
      simulator: { use: 'own', options: { connector: 'fast', metadata: { goal: 'a refund', mood: 1 } } },
    });
  });

  it('can be nobody, and the same user again', async () => {
    const user = '"simulator": {"goal": "a refund", "facts": {"zip": 1.0}}';
    const view = openForm(user);
    await choose(view.user, /^Nobody/);
    expect(view.text()).toBe(`${before.slice(0, -2)}${after}`);
    await choose(view.user, /^The built-in/);
    expect(JSON.parse(view.text()).simulator).toEqual({ goal: 'a refund', facts: { zip: 1 } });
  });

  it('may be an agent by name alone, which has no goal yet', async () => {
    const view = openForm('"simulator": "shopper"');
    expect(screen.getByRole('combobox', { name: 'Agent' })).toHaveProperty('value', 'shopper');
    await choose(view.user, /^The built-in/);
    expect(view.simulator()).toBe('"simulator": {"goal": ""}');
    await choose(view.user, /^An agent/);
    expect(JSON.parse(`{${view.simulator()}}`).simulator.use).toBe('shopper');
  });
});
