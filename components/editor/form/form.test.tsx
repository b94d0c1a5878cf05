import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { FormView } from './form-view';

const question = `// A question.
{"name": "Price", "id": "A",   "input": "How much?", "extra": {"kept": true}, "assert": {"type": "contains", "value": "12"}}
{"id": "B", "input": "Why?"}
`;
const conversation = `{"id": "D", "input": "Hello", "checkpoints": [{"id": "order", "assert": {"type": "contains", "value": "order"}}, {"id": "refund", "after": ["order"], "assert": {"type": "contains", "value": "refund"}}]}
`;

function openForm(text: string, selected?: string) {
  const sources: string[] = [];
  const view = renderOpenCaseFile(<FormView onSource={() => sources.push('source')} />, { text, selected });
  return { ...view, sources };
}
const field = (name: string) => screen.getByRole('textbox', { name });
const unfold = (user: UserEvent, name: RegExp) => user.click(screen.getByRole('button', { name, expanded: false }));

describe('the form of a case', () => {
  it('changes what is typed, and no other byte', async () => {
    const { user, text } = openForm(question, 'A');
    await user.type(field('Name'), ' of it');
    await user.type(field('User message'), ' Please.');
    expect(text()).toBe(question.replace('"Price"', '"Price of it"').replace('How much?', 'How much? Please.'));
  });

  it('writes the first assertion from one field, with Enter or when the field is left', async () => {
    for (const leavingKey of ['{Enter}', '{Tab}']) {
      const { user, text, unmount } = openForm(question, 'B');
      await user.type(field('The answer contains'), `a reason${leavingKey}`);
      expect(text()).toContain('{"id": "B", "input": "Why?", "assert": [{"type": "contains", "value": "a reason"}]}');
      expect(screen.queryByRole('textbox', { name: 'The answer contains' })).toBeNull();
      unmount();
    }
  });

  it('adds no assertion for a field that was left empty', async () => {
    const { user, text } = openForm(question, 'B');
    await user.click(field('The answer contains'));
    await user.tab();
    expect(text()).toBe(question);
  });

  it('takes a key away with its last letter', async () => {
    const { user, text } = openForm(question, 'A');
    await user.clear(field('Name'));
    expect(text()).toBe(question.replace('"name": "Price", ', ''));
  });

  it('renames with Enter, and stays with the case', async () => {
    const { user, text } = openForm(question, 'A');
    await user.clear(field('Id'));
    await user.type(field('Id'), 'price');
    expect(text()).toBe(question);
    await user.keyboard('{Enter}');
    expect(text()).toBe(question.replace('"A"', '"price"'));
    expect(screen.getByRole('form', { name: 'Case price' })).toBeTruthy();
  });

  it('refuses the id of another case and keeps what was typed', async () => {
    const { user, text } = openForm(question, 'A');
    await user.clear(field('Id'));
    await user.type(field('Id'), 'B{Tab}');
    expect(text()).toBe(question);
    expect(screen.getByText('Another case has the id "B".')).toBeTruthy();
    await user.type(field('Id'), '2{Enter}');
    expect(text()).toBe(question.replace('"A"', '"B2"'));
    expect(screen.queryByText(/Another case/)).toBeNull();
  });

  it('leaves an id as it was with Escape', async () => {
    const { user, text } = openForm(question, 'A');
    await user.type(field('Id'), 'nother{Escape}');
    await user.tab();
    expect(text()).toBe(question);
  });

  it('goes back step by step with Ctrl-Z, and forth again', async () => {
    const { user, text } = openForm(question, 'A');
    await user.click(screen.getByRole('checkbox', { name: 'Skip this case' }));
    const skipped = text();
    expect(skipped).toContain('"skip": true');
    await user.keyboard('{Control>}z{/Control}');
    expect(text()).toBe(question);
    await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
    expect(text()).toBe(skipped);
  });

  it('shows what it has no field for as it is written', async () => {
    const { user, sources } = openForm(question, 'A');
    const other = screen.getByRole('region', { name: 'Other fields' });
    expect(other.textContent).toContain('{"kept": true}');
    await user.click(within(other).getByRole('button', { name: 'Edit in source' }));
    expect(sources).toEqual(['source']);
  });

  it('keeps the last value while JSON is being typed', async () => {
    const { user, text } = openForm(question, 'A');
    await user.type(field('Metadata (JSON)'), '{{"team": ');
    expect(text()).toBe(question);
    expect(screen.getByText(/Not JSON yet/)).toBeTruthy();
    await user.type(field('Metadata (JSON)'), '7}');
    expect(text()).toContain('"metadata": {"team": 7}');
    expect(screen.queryByText(/Not JSON yet/)).toBeNull();
  });

  it('has fields for mocks, the state, the tools that are let through and a hostile text', async () => {
    const mocked = question.replace('"extra"', '"mocks": {"refund": {"result": 1}}, "state": "shop.json", "extra"');
    const { user, text } = openForm(mocked, 'A');
    const section = within(screen.getByRole('region', { name: 'Mocks and state' }));
    expect(section.getAllByRole('textbox').map((box) => box.textContent)).toEqual([
      expect.stringContaining('refund'),
      '"shop.json"',
      '',
      '',
    ]);
    await user.type(field('Real tools that may be called (JSON)'), '[["get_*"]');
    await user.type(field('Name'), ' of it');
    expect(text()).toContain('"mocks": {"refund": {"result": 1}}, "state": "shop.json"');
    expect(text()).toContain('"pass": ["get_*"]');
    await user.type(field('Hostile text (JSON)'), '{{"into": ');
    expect(screen.getByText(/Not JSON yet/)).toBeTruthy();
    await user.type(field('Hostile text (JSON)'), '"refund.$"}');
    expect(text()).toContain('"inject": {"into": "refund.$"}');
  });

  it('has unsaved changes again when the page is opened anew', async () => {
    const { user, text, unmount } = openForm(question, 'A');
    await user.type(field('Name'), ' of it');
    const typed = text();
    unmount();
    await waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
    const reopenedForm = openForm(question, 'A');
    await waitFor(() => expect(reopenedForm.text()).toBe(typed));
    expect(field('Name')).toHaveProperty('value', 'Price of it');
  });

  it('asks for a case when none is selected, and offers the first', async () => {
    const { user } = openForm(question);
    await user.click(screen.getByRole('button', { name: 'Select A' }));
    expect(screen.getByRole('form', { name: 'Case A' })).toBeTruthy();
  });

  it('says why it cannot show a case, and leads to the source', async () => {
    const { user, sources } = openForm('{"id": "A", "input": }\n', 'A');
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByText('This case cannot be shown as a form yet.')).toBeTruthy();
    expect(screen.getByText(/^Line 1:/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit in source' }));
    expect(sources).toEqual(['source']);
  });

  it('shows values of another form as they are written, and leads to the source', async () => {
    const oddCase = '{"id": "odd", "input": 5, "options": "fast", "assert": {"type": "smells"}}\n';
    const { user, sources } = openForm(oddCase, 'odd');
    const form = within(screen.getByRole('form', { name: 'Case odd' }));
    expect(form.getByText('{"type": "smells"}')).toBeTruthy();
    expect(form.getByText('"fast"')).toBeTruthy();
    await user.click(form.getAllByRole('button', { name: 'Edit in source' })[0] ?? document.body);
    expect(sources).toEqual(['source']);
  });
});

describe('the assertions of the form', () => {
  const list = () => screen.getByRole('list', { name: 'Assertions' });

  it('say what is wrong with a value, in the words of lint', () => {
    openForm('{"id": "A", "input": "x", "assert": {"type": "regex", "value": "(["}}\n', 'A');
    expect(list().textContent).toContain('Problem: ');
  });

  it('are duplicated into a list, moved and deleted', async () => {
    const { user, text } = openForm(question, 'A');
    await user.click(screen.getByRole('button', { name: 'Duplicate assertion 1' }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(2);
    await user.type(within(list()).getAllByRole('textbox', { name: 'Text' })[1] ?? list(), '3');
    expect(text()).toMatch(/"assert": \[.*"12".*"123".*\]/);
    await user.click(screen.getByRole('button', { name: 'Move assertion 2 up' }));
    expect(text()).toMatch(/"assert": \[.*"123".*"12".*\]/);
    await user.click(screen.getByRole('button', { name: 'Delete assertion 1' }));
    await user.click(screen.getByRole('button', { name: 'Delete assertion 1' }));
    expect(text()).not.toContain('"assert"');
    expect(screen.getByText(/any answer passes/)).toBeTruthy();
  });
});

describe('the checkpoints of the form', () => {
  it('come after others, and never in a circle', async () => {
    const { user, text } = openForm(conversation, 'D');
    await unfold(user, /^order Contains/);
    await unfold(user, /^refund after order/);
    const [order, refund] = screen.getAllByRole('group', { name: 'Comes after' });
    if (order === undefined || refund === undefined) throw new Error('there are two checkpoints');
    await user.click(within(order).getByRole('checkbox', { name: 'refund' }));
    expect(text()).toBe(conversation);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'order cannot come after refund: that would be a circle, order → refund → order.',
    );
    await user.click(within(refund).getByRole('checkbox', { name: 'order' }));
    expect(text()).toBe(conversation.replace(' "after": ["order"],', ''));
  });

  it('are renamed also where others wait for them', async () => {
    const { user, text } = openForm(conversation, 'D');
    await unfold(user, /^order/);
    await user.clear(field('Checkpoint 1'));
    await user.type(field('Checkpoint 1'), 'asked{Enter}');
    expect(text()).toBe(conversation.replace('"id": "order"', '"id": "asked"').replace('["order"]', '["asked"]'));
  });

  it('are strict one by one, where they wait for others', async () => {
    const { user, text } = openForm(conversation, 'D');
    await unfold(user, /^order/);
    await unfold(user, /^refund/);
    expect(screen.queryByRole('checkbox', { name: 'order must not come too early' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'refund must not come too early' }));
    expect(text()).toContain('"strict": true');
    await user.click(screen.getByRole('checkbox', { name: 'refund must not come too early' }));
    expect(text()).toBe(conversation);
  });

  it('are rows that say what they come after and what they check, until they are unfolded', async () => {
    const { user } = openForm(conversation.replace('"refund"}}]', '"refund", "negate": true}}]'), 'D');
    const rows = within(screen.getByRole('list', { name: 'Checkpoints' }));
    expect(rows.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)).toEqual([
      'orderContains: order',
      'refundafter orderNot: Contains: refund',
    ]);
    await unfold(user, /^refund/);
    expect(field('Checkpoint 2')).toHaveProperty('value', 'refund');
    await user.click(screen.getByRole('button', { name: 'Delete checkpoint order' }));
    expect(field('Checkpoint 1')).toHaveProperty('value', 'refund');
    await user.click(screen.getByRole('button', { name: /^refund/, expanded: true }));
    expect(screen.queryByRole('textbox', { name: 'Checkpoint 1' })).toBeNull();
  });

  it('are added after the last one', async () => {
    const { user, text } = openForm(conversation, 'D');
    await user.click(screen.getByRole('button', { name: 'Add a checkpoint' }));
    expect(text()).toContain('{"id": "checkpoint-3", "after": ["refund"]');
  });

  it('are connected with the keyboard, and disconnected with a box in the list', async () => {
    const three = conversation
      .replace('"order"', '"first"')
      .replaceAll('["order"]', '["first"]')
      .replace('"refund", "after"', '"second", "after"');
    const { user, text } = openForm(three, 'D');
    const saying = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    screen.getByRole('button', { name: 'Add a checkpoint' }).focus();
    await user.keyboard('{Enter}');
    expect(saying()).toContain('checkpoint-3 is new; it comes after second.');
    const graph = within(screen.getByRole('group', { name: 'Order of the checkpoints' }));
    graph.getByRole('button', { name: /^first,/ }).focus();
    await user.keyboard('c');
    expect(saying().join()).toContain('Choose what comes after first');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(graph.getByRole('button', { name: /^checkpoint-3,/ }));
    await user.keyboard('{Enter}');
    expect(graph.getByRole('button', { name: 'checkpoint-3, comes after second, first' })).toBeTruthy();
    const last = screen.getAllByRole('group', { name: 'Comes after' }).at(-1) ?? document.body;
    await user.click(within(last).getByRole('checkbox', { name: 'second' }));
    expect(graph.getByRole('button', { name: 'checkpoint-3, comes after first' })).toBeTruthy();
    await user.click(within(last).getByRole('checkbox', { name: 'second' }));
    expect(saying()).toContain('checkpoint-3 comes after second now.');
    expect(text()).toContain('{"id": "checkpoint-3", "after": ["first", "second"]');
  });
});
