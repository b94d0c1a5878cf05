import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  type DocumentHistory,
  redoChange,
  replaceText,
  startHistory,
  TYPING_LABEL,
  undoChange,
} from './document-history';

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀', '"') });

/** Generates edits that do not overlap. */
const edits = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(30), fc.nat(5), texts), { maxLength: 4 }))
  .map(([text, rawEdits]) => {
    let nextOffset = 0;
    return {
      text,
      edits: rawEdits.flatMap(([gap, length, insert]) => {
        const from = nextOffset + gap;
        const to = from + length;
        if (to > text.length) return [];
        nextOffset = to + 1;
        return [{ from, to, insert }];
      }),
    };
  });

describe('the history of a document', () => {
  it('goes back to every text that was, and forth again', () => {
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 8 }), (start, versions) => {
        let history = startHistory(start);
        const states: string[] = [start];
        for (const version of versions) {
          history = replaceText(history, version, 'Edit');
          if (states.at(-1) !== version) states.push(version);
        }
        const back: string[] = [history.text];
        while (history.past.length > 0) {
          history = undoChange(history);
          back.push(history.text);
        }
        expect(back.toReversed()).toEqual(states);
        for (const version of states.slice(1)) {
          history = redoChange(history);
          expect(history.text).toBe(version);
        }
      }),
    );
  });

  it('takes several edits back at once, in whatever order they came', () => {
    fc.assert(
      fc.property(edits, (sample) => {
        const changed = changeText(startHistory(sample.text), sample.edits, 'Edit');
        expect(changeText(startHistory(sample.text), sample.edits.toReversed(), 'Edit').text).toBe(changed.text);
        if (changed.past.length > 0) expect(undoChange(changed).text).toBe(sample.text);
      }),
    );
  });

  it('takes typed letters back a line at a time', () => {
    let history = startHistory('x');
    for (const [position, insert] of [...'ab\ncd'].entries()) history = type(history, 1 + position, insert);
    expect(history.text).toBe('xab\ncd');
    history = undoChange(history);
    expect(history.text).toBe('xab\n');
    expect(undoChange(history).text).toBe('x');
    expect(redoChange(undoChange(history)).text).toBe('xab\n');
  });

  it('forgets the way forth when something else is done', () => {
    const changed = replaceText(startHistory('a'), 'b', 'Edit');
    const other = replaceText(undoChange(changed), 'c', 'Edit');
    expect(redoChange(other).text).toBe('c');
  });
});

function type(history: DocumentHistory, offset: number, insert: string): DocumentHistory {
  return changeText(history, [{ from: offset, to: offset, insert }], TYPING_LABEL);
}
