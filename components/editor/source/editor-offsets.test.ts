import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits } from '@/runner/authoring';
import { createEditorOffsets, stripByteOrderMark } from './editor-offsets';

const text = fc
  .array(fc.constantFrom('a', '{"id":1}', '\n', '\r\n', '\r', '😀', ''), { maxLength: 12 })
  .chain((fragments) => fc.constantFrom(fragments.join(''), `\ufeff${fragments.join('')}`));

/** Normalizes the line ends of a text as the editor does. */
const toDisplayText = (source: string): string => Text.of(stripByteOrderMark(source).split(/\r\n?|\n/)).toString();

it('finds every place of the editor again in the text', () => {
  fc.assert(
    fc.property(text, (source) => {
      const map = createEditorOffsets(source);
      const inEditor = toDisplayText(source);
      for (let position = 0; position <= inEditor.length; position += 1) {
        expect(map.toEditor(map.toText(position))).toBe(position);
        expect(toDisplayText(source.slice(0, map.toText(position)))).toBe(inEditor.slice(0, position));
      }
    }),
  );
});

it('makes of an edit in the editor one that leaves all line ends and the mark as they are', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (source, one, other) => {
      const map = createEditorOffsets(source);
      const inEditor = toDisplayText(source);
      const [from = 0, to = 0] = [one % (inEditor.length + 1), other % (inEditor.length + 1)].sort((a, b) => a - b);
      const [start, end] = [map.toText(from), map.toText(to)];
      const edited = applyEdits(source, [{ from: start, to: end, insert: 'new' }]);
      expect(edited.startsWith(source.slice(0, start))).toBe(true);
      expect(edited.endsWith(source.slice(end))).toBe(true);
      expect(source.startsWith('\ufeff')).toBe(edited.startsWith('\ufeff'));
    }),
  );
});
