import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '@/runner/authoring';
import { editFromTyping, toEditorText } from './edit-from-typing';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀') });

describe('what is typed into a field', () => {
  it('changes the text as it was changed in the field, and no line end that nobody touched', () => {
    fc.assert(
      fc.property(text, text, (before, typed) => {
        const after = afterTyping(before, toEditorText(typed));
        expect(toEditorText(after)).toBe(toEditorText(typed));
      }),
    );
    const typed = '{"id": 1}\n{"id": 2}\n{"id": 3}\n';
    const before = '{"id": 1}\r\n{"id": 3}\r\n';
    expect(afterTyping(before, typed)).toBe('{"id": 1}\r\n{"id": 2}\r\n{"id": 3}\r\n');
  });
});

function afterTyping(before: string, displayText: string): string {
  const edit = editFromTyping(before, displayText);
  return edit === undefined ? before : applyEdits(before, [edit]);
}
