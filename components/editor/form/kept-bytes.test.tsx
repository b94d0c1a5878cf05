import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { conversationCaseText } from '@/components/testing/conversation-case-text';
import { renderOpenCaseFile } from '@/components/testing/open-case-file';
import { useCaseDocument } from '../document/case-document';
import { FormView } from './form-view';

/** A case in unusual spellings that the form must leave unchanged. */
const standard =
  '{ "id":"S",  "input" : "caf\\u00e9", "x_unknown": [1.0, 1e3, 12345678901234567890], "assert":{"type":"contains","value":"a\\/b"} }';
const history =
  '{"id":"H","input":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}],"assertions":[{"type":"regex","value":"x"}]}';
const text = `// cases of the form\r\n${standard}\r\n${history}\r\n`;

function Undo() {
  const { undo } = useCaseDocument();
  return (
    <button type="button" onClick={undo}>
      Undo
    </button>
  );
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const openForm = (selected: string) => renderOpenCaseFile(<FormView onSource={() => undefined} />, { text, selected });

describe('a file with spellings of its own', () => {
  it('keeps every other byte when a case is edited', async () => {
    const { user, text: edited } = openForm('S');
    await user.type(field('Name'), 'Coffee "shop"');
    await user.type(field('Timeout'), 'soon');
    expect(screen.getByText(/"timeout" must be a duration/)).toBeTruthy();
    await user.clear(field('Timeout'));
    await user.click(screen.getByRole('button', { name: 'Add an assertion' }));
    await user.click(await screen.findByRole('menuitem', { name: /JSON path/ }));
    await user.type(screen.getByLabelText('JSON path'), 'a');
    expect(screen.getAllByText('x_unknown')).not.toHaveLength(0);
    expect(edited()).toBe(
      text
        .replace('{ "id":"S",', '{ "id":"S",  "name":"Coffee \\"shop\\"",')
        .replace(
          '{"type":"contains","value":"a\\/b"} }',
          '[{"type":"contains","value":"a\\/b"},  { "type":"json_path",  "path":"$.a",  "value":"" }] }',
        ),
    );
  });

  it('keeps them when a message with a file is added', async () => {
    const { user, text: edited } = openForm('H');
    await user.click(await screen.findByRole('button', { name: 'Add a message' }));
    const [last] = screen.getAllByRole('button', { name: 'Attach a file' }).slice(-1);
    if (last === undefined) throw new Error('a message can have a file');
    await user.click(last);
    await user.type(field(/Image/), 'cat.png');
    expect(edited()).toBe(
      text.replace(
        '"content":"Hi"}]',
        '"content":"Hi"},{"role":"user","content":[{"type": "image", "source": "file://cat.png"}]}]',
      ),
    );
  });

  it('keeps them when a conversation is edited, and has all of them again after as many steps back', async () => {
    const before = `// cases of the form\r\n${conversationCaseText}\r\n`;
    const formParts = (
      <>
        <FormView onSource={() => undefined} />
        <Undo />
      </>
    );
    const openedFile = renderOpenCaseFile(formParts, { text: before, selected: 'D' });
    const { user, text: edited } = openedFile;
    const fill = async (name: string, value: string) => {
      const input = field(name);
      if (!(input instanceof HTMLInputElement)) throw new Error(`${name} is a line`);
      await user.click(input);
      input.select();
      await user.paste(value);
    };
    await user.click(screen.getByRole('button', { name: /^first/, expanded: false }));
    await fill('Checkpoint 1', 'start');
    await user.keyboard('{Enter}');
    await fill('Max turns', '8');
    await fill('Id', 'D-2');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('form', { name: 'Case D-2' })).toBeTruthy();
    expect(document.activeElement).toBe(field('Id'));
    await user.type(screen.getByPlaceholderText('Add a tag and press Enter'), 'talk{Enter}');
    expect(edited()).toBe(
      before
        .replace('"id": "D"', '"id": "D-2"')
        .replace('"id": "first"', '"id": "start"')
        .replace('["first"]', '["start"]')
        .replace('"max_turns": 6}', '"max_turns": 8, "tags": ["talk"]}'),
    );
    for (let step = 0; step < 4; step += 1) await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('form', { name: 'Case D' })).toBeTruthy();
    expect(edited()).toBe(before);
  });
});
