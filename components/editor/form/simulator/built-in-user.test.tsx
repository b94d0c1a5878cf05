import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderFormPart } from '@/components/testing/open-form-part';
import { SimulatorSection } from './simulator-section';

const checks = '"assert": [{"type": "tool_called", "name": "refund"}, {"type": "elicited", "value": ["order"]}]';
const lamp = [
  '{"id": "lamp", "until": "done",',
  '  "simulator": {',
  '    // for the lamp',
  '    "goal": "get a refund",',
  '    "facts": {',
  '      // printed on the parcel',
  '      "order": "W1",',
  '      "zip": 89073.0',
  '    },',
  '    "x_mood": "cross"',
  `  }, ${checks}}`,
  '',
].join('\r\n');
const caseWithoutGoal = `{"id": "U", "simulator": {"goal": ""}, "assert": {"type": "tool_called", "name": "refund"}}\n`;

const openForm = (text: string, selected: string) => renderFormPart(<SimulatorSection />, { text, selected });
const field = (name: string) => screen.getByRole('textbox', { name });

describe('the built-in user in the form', () => {
  it('gets its goal and facts with the keyboard alone', async () => {
    const { user, text } = openForm(caseWithoutGoal, 'U');
    field('Goal').focus();
    await user.keyboard('get a refund');
    field('Name of new fact').focus();
    await user.keyboard('order number{Enter}W1{Enter}e-mail{Enter}a@b.example{Enter}');
    expect(document.activeElement).toBe(field('Name of new fact'));
    expect(text()).toBe(
      caseWithoutGoal.replace('""', '"get a refund", "facts": {"order number": "W1", "e-mail": "a@b.example"}'),
    );
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(field('Name of order number'));
  });

  it('keeps comments, the order of facts and keys without a field', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.type(field('Value of order'), '23');
    await user.type(field('Name of new fact'), 'city');
    await user.tab();
    await user.keyboard('Ulm');
    expect(screen.getAllByText('x_mood')).not.toHaveLength(0);
    expect(text()).toBe(lamp.replace('"W1"', '"W123"').replace('89073.0', '89073.0,\r\n      "city": "Ulm"'));
  });

  it('keeps a number a number as long as it is one', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.type(field('Value of zip'), '5');
    expect(text()).toBe(lamp.replace('89073.0', '89073.05'));
    await user.type(field('Value of zip'), 'x');
    expect(text()).toBe(lamp.replace('89073.0', '"89073.05x"'));
  });

  it('renames a fact also in the assertion that names it', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.type(field('Name of order'), ' number');
    expect(text()).toBe(lamp);
    await user.keyboard('{Enter}');
    expect(text()).toBe(lamp.replace('"order":', '"order number":').replace('["order"]', '["order number"]'));
  });

  it('keeps a name that is taken in its field, and says so', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.clear(field('Name of zip'));
    await user.type(field('Name of zip'), 'order{Enter}');
    expect(screen.getByText('Another fact has this name; this one keeps "zip".')).toBeTruthy();
    expect(field('Name of zip')).toHaveProperty('value', 'order');
    await user.type(field('Name of new fact'), 'zip');
    expect(screen.getByText('Another fact has this name; this one keeps "zi".')).toBeTruthy();
    await user.keyboard('2');
    expect(text()).toBe(lamp.replace('89073.0', '89073.0,\r\n      "zip2": ""'));
  });

  it('says that a value without a name is not in the case', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.type(field('Value of new fact'), 'Ulm');
    expect(screen.getByText('Enter a name; a fact without a name is not saved in the case.')).toBeTruthy();
    expect(text()).toBe(lamp);
    await user.type(field('Name of new fact'), 'city');
    expect(text()).toContain('"city": "Ulm"');
  });

  it('adds aliases to a fact, and writes it as before without them', async () => {
    const { user, text } = openForm(lamp, 'lamp');
    await user.type(field('Aliases of zip'), 'postal code{Enter}postcode{Enter}');
    expect(text()).toBe(lamp.replace('89073.0', '{"value": 89073.0, "aliases": ["postal code", "postcode"]}'));
    await user.click(screen.getByRole('button', { name: 'Remove the alias postal code' }));
    await user.click(screen.getByRole('button', { name: 'Remove the alias postcode' }));
    expect(document.activeElement).toBe(field('Aliases of zip'));
    expect(text()).toBe(lamp);
  });

  it('removes facts, and the key with the last one', async () => {
    const { user, text } = openForm(caseWithoutGoal.replace('""', '"g", "facts": {"zip": "1", "city": "Ulm"}'), 'U');
    await user.click(screen.getByRole('button', { name: 'Remove the fact zip' }));
    expect(document.activeElement).toBe(field('Name of city'));
    await user.click(screen.getByRole('button', { name: 'Remove the fact city' }));
    expect(text()).toBe(caseWithoutGoal.replace('""', '"g"'));
  });

  it('shows mistakes at their fields', async () => {
    const { user } = openForm(lamp.replace(/,\s+"x_mood": "cross"/, ''), 'lamp');
    await user.type(field('Name of new fact'), 'orders{Enter}W2');
    const rows = within(screen.getByRole('table', { name: /^Facts/ }));
    expect(rows.getByText(/"orders" is asked for with the same words as "order"/)).toBeTruthy();
    await user.type(screen.getByRole('combobox', { name: 'Language' }), 'de');
    expect(document.querySelector('[data-path="simulator/language"]')?.textContent).toContain(
      'the user by rules speaks English',
    );
    await user.clear(field('Goal'));
    expect(document.querySelector('[data-path="simulator/goal"]')?.textContent).toContain('Problem: ');
  });

  it('has goals in order, names that it does not know, traits and a seed', async () => {
    const { user, text } = openForm(caseWithoutGoal.replace('""', '"a refund"'), 'U');
    await user.click(screen.getByRole('button', { name: 'Add a next goal' }));
    await user.keyboard('a new lamp');
    await user.type(field('Does not know'), 'phone number{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'Terse' }));
    await user.click(screen.getByRole('checkbox', { name: 'Pushes back' }));
    await user.click(screen.getByRole('checkbox', { name: 'Terse' }));
    await user.type(field('Gives up after refusals'), '3');
    await user.type(field('Seed'), 'a7');
    await user.click(screen.getByRole('combobox', { name: 'Messages written by' }));
    await user.click(await screen.findByRole('option', { name: /^A model/ }));
    expect(text()).toBe(
      caseWithoutGoal.replace(
        '{"goal": ""}',
        '{"goal": ["a refund", "a new lamp"], "unknown": ["phone number"], "traits": ["push_back"], "by": "model", "give_up": 3, "seed": "a7"}',
      ),
    );
    expect(screen.queryByText(/^Problem: /)).toBeNull();
  });

  it('shows parts of another form as they are written', () => {
    openForm('{"id": "U", "simulator": {"goal": {"x": 1}, "facts": {"zip": [1]}, "traits": "terse"}}\n', 'U');
    const section = within(screen.getByRole('region', { name: 'User' }));
    expect(section.getByDisplayValue('{"x": 1}')).toBeTruthy();
    expect(section.getByText('[1]')).toBeTruthy();
    expect(section.getByText('"terse"')).toBeTruthy();
  });
});
