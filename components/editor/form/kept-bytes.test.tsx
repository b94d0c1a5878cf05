import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openCaseFile } from '@/components/testing/open-case-file';
import { FormView } from './form-view';

/** Every spelling that a form must not touch. */
const standard =
  '{ "id":"S",  "input" : "caf\\u00e9", "x_unknown": [1.0, 1e3, 12345678901234567890], "assert":{"type":"contains","value":"a\\/b"} }';
const history =
  '{"id":"H","input":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}],"assertions":[{"type":"regex","value":"x"}]}';
const text = `// cases of the form\r\n${standard}\r\n${history}\r\n`;

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const openForm = (selected: string) => openCaseFile(<FormView onSource={() => undefined} />, { text, selected });

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
});
