import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderFormPart } from '@/components/testing/open-form-part';
import { AssertionList } from './assertion-list';

const user = '"simulator": {"goal": "a refund", "facts": {"order": "W1", "e-mail": "a@b.example"}}';
const names = { agents: ['critic'], connectors: ['fast'], tools: ['refund', 'lookup'] };

/** Opens the form for the assertions of a case; `assert` is the text under this key in the case file. */
function openAssertions(assert: string) {
  const before = `{"id": "A", ${user}, "assert": `;
  const text = `${before}${assert}}\n`;
  const view = renderFormPart(<AssertionList path={['assert']} emptyText="None" />, { text, selected: 'A', names });
  return { ...view, assert: () => view.text().slice(before.length, -2) };
}
const optionsOf = (input: HTMLElement): string[] =>
  input instanceof HTMLInputElement ? [...(input.list?.options ?? [])].map(({ value }) => value) : [];

describe('a judge in the form', () => {
  it('has a criterion, or several of them in a list', async () => {
    const view = openAssertions('{"type": "agent", "value": "It is polite."}');
    await view.user.click(screen.getByRole('button', { name: 'Add a criterion' }));
    await view.user.keyboard('It names the price.');
    expect(view.assert()).toBe('{"type": "agent", "value": ["It is polite.", "It names the price."]}');
    await view.user.click(screen.getByRole('button', { name: 'Move criterion 2 up' }));
    await view.user.click(screen.getByRole('button', { name: 'Delete criterion 2' }));
    expect(view.assert()).toBe('{"type": "agent", "value": ["It names the price."]}');
  });

  it('says at its field that a criterion is empty', () => {
    openAssertions('{"type": "agent", "value": ""}');
    expect(document.querySelector('[data-path="assert/0/value"]')?.textContent).toContain('a text that is not empty');
  });

  it('edits criteria where they are written', async () => {
    const view = openAssertions('{"type": "agent", "options": {"metadata": {"criteria": ["It is polite."]}}}');
    await view.user.type(screen.getByRole('textbox', { name: 'Criterion 1' }), ' Always.');
    expect(view.assert()).toContain('{"criteria": ["It is polite. Always."]}');
  });

  it('is the built-in one, or one of the agents, with one of the connectors', async () => {
    const view = openAssertions('{"type": "agent", "value": "It is polite."}');
    const judge = screen.getByRole('combobox', { name: 'Judge' });
    expect(judge).toHaveProperty('placeholder', 'The built-in judge');
    expect(optionsOf(judge)).toEqual(['agents:critic']);
    expect(optionsOf(screen.getByRole('combobox', { name: 'Connector' }))).toEqual(['fast']);
    await view.user.type(judge, 'agents:critic');
    await view.user.type(screen.getByRole('textbox', { name: 'Votes' }), '3');
    expect(JSON.parse(view.assert())).toEqual({
      type: 'agent',
      use: 'agents:critic',
      value: 'It is polite.',
      votes: 3,
    });
    await view.user.clear(judge);
    expect(view.assert()).not.toContain('use');
  });
});

describe('the facts that an agent must ask for', () => {
  it('are chosen from those of the user', async () => {
    const view = openAssertions('{"type": "elicited", "value": ["order"]}');
    await view.user.click(screen.getByRole('checkbox', { name: 'e-mail' }));
    expect(view.assert()).toBe('{"type": "elicited", "value": ["order", "e-mail"]}');
    await view.user.click(screen.getByRole('checkbox', { name: 'order' }));
    await view.user.click(screen.getByRole('checkbox', { name: 'e-mail' }));
    expect(view.assert()).toBe('{"type": "elicited", "value": []}');
    expect(document.querySelector('[data-path="assert/0/value"]')?.textContent).toContain('must not be empty');
  });

  it('show a name that the user has no fact for, with its problem', async () => {
    const view = openAssertions('{"type": "elicited", "value": ["phone", "order"]}');
    expect(screen.getByText(/the user has no fact "phone"/)).toBeTruthy();
    await view.user.click(screen.getByRole('checkbox', { name: 'phone' }));
    expect(view.assert()).toBe('{"type": "elicited", "value": ["order"]}');
    expect(screen.queryByRole('checkbox', { name: 'phone' })).toBeNull();
  });

  it('are asked for before a call, if one is chosen', async () => {
    const view = openAssertions('{"type": "elicited", "value": ["order"]}');
    const tool = screen.getByRole('combobox', { name: 'Before a call of' });
    expect(optionsOf(tool)).toEqual(['refund', 'lookup']);
    await view.user.type(tool, 'refund');
    expect(JSON.parse(view.assert()).before).toEqual({ type: 'tool_called', value: 'refund' });
    await view.user.clear(tool);
    expect(view.assert()).toBe('{"type": "elicited", "value": ["order"]}');
  });

  it('keep the arguments of that call', async () => {
    const before = '{"type": "tool_called", "name": "refund", "arguments": {"id": 1.0}}';
    const view = openAssertions(`{"type": "elicited", "value": ["order"], "before": ${before}}`);
    await view.user.clear(screen.getByRole('combobox', { name: 'Before a call of' }));
    expect(view.assert()).toContain(before.replace('refund', ''));
    expect(screen.getByText(/must not be empty/)).toBeTruthy();
  });
});
