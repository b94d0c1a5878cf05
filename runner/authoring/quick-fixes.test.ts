import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDocumentCheck } from './check-document.ts';
import type { DocumentProblem, QuickFix } from './document.ts';
import { groupFixes } from './fix-groups.ts';
import { listRefactorings } from './refactorings.ts';
import { applyEdits } from './text-edit.ts';

const findProblems = (text: string): DocumentProblem[] => createDocumentCheck({ file: 's.jsonl' }).check(text).problems;
const findFixes = (text: string): QuickFix[] => findProblems(text).flatMap(({ fixes }) => fixes);

/** Returns the text after the fix with this title was applied wherever it is offered. */
function applyFix(text: string, title: string): string {
  const fix = findFixes(text).find((offered) => offered.title === title);
  if (fix === undefined) throw new Error(`offered: ${findFixes(text).map((offered) => offered.title)}`);
  return applyEdits(text, fix.edits);
}

const check = '"assert":{"type":"contains","value":"y"}';

describe('a quick fix mends its problem and leaves everything else as it is', () => {
  it.each([
    ['{"id":"a","inptu":"x"}', 'Rename to "input"', '{"id":"a","input":"x"}'],
    ['{"id":"a", "input":"x" , "foo":1.0}', 'Remove "foo"', '{"id":"a", "input":"x" }'],
    [
      `{"id":"a","input":"x","Assert":{"type":"contains","value":"y"}}`,
      'Rename to "assert"',
      `{"id":"a","input":"x",${check}}`,
    ],
    [
      `{"id":"a","input":"x",${check},"Assert":{"type":"contains","value":"y"}}`,
      'Remove "Assert"',
      `{"id":"a","input":"x",${check}}`,
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"contain","value":"y"}}',
      'Change to "contains"',
      `{"id":"a","input":"x",${check}}`,
    ],
    ['{"id":"a","input":"old","input":"x"}', 'Remove the earlier "input"', '{"id":"a","input":"x"}'],
    [
      '{"id":"a","input":"x"}\n{"id":"b","input":"y"} {"id":"c","input":"z"}',
      'Put it on a line of its own',
      '{"id":"a","input":"x"}\n{"id":"b","input":"y"}\n{"id":"c","input":"z"}',
    ],
    ['{"id":"a","input":"x"}  // why\n', 'Put the comment above', '// why\n{"id":"a","input":"x"}\n'],
    ['{"id":"a","input":"x"},\n{"id":"b","input":"y"}', 'Remove ","', '{"id":"a","input":"x"}\n{"id":"b","input":"y"}'],
    ['# one\n# two\n{"id":"a","input":"x"}', 'Make them // comments', '// one\n// two\n{"id":"a","input":"x"}'],
    ['{"id":"a" "input":"x"}', 'Insert the missing comma', '{"id":"a", "input":"x"}'],
    ['{"id":"a","input" "x"}', 'Insert the missing colon', '{"id":"a","input": "x"}'],
    ['{"id":"a","input":"x",}', 'Remove the comma', '{"id":"a","input":"x"}'],
    [`{"id":'a',"input":"x"}`, 'Use double quotes', '{"id":"a","input":"x"}'],
    ['{id:"a","input":"x"}', 'Put id in double quotes', '{"id":"a","input":"x"}'],
    ['{"id":"a","input":"x","skip":True}', 'Write true', '{"id":"a","input":"x","skip":true}'],
    ['{"id":"a","input":"x","tags":["t"}', 'Insert the missing ]', '{"id":"a","input":"x","tags":["t"]}'],
    [
      '{"id":"a","input":"x","tags":["t"\n{"id":"b","input":"y"}',
      'Add ]} at the end of the line',
      '{"id":"a","input":"x","tags":["t"]}\n{"id":"b","input":"y"}',
    ],
    [
      '{"id":"a","input":"x"}\n{"id":"a","input":"y"}',
      'Use the id "a-2"',
      '{"id":"a","input":"x"}\n{"id":"a-2","input":"y"}',
    ],
    ['{"id":"a","input":"x","max_turns":3}', 'Remove "max_turns"', '{"id":"a","input":"x"}'],
    [
      '{"id":"a","input":{"role":"user","content":[{"type":"image_url","image_url":{"url":"file://p.png","detail":"low"}}]}}',
      'Write it as {"type": "image", "source": …}',
      '{"id":"a","input":{"role":"user","content":[{"type":"image","source":"file://p.png","detail":"low"}]}}',
    ],
    [
      '{"id":"a","input":{"role":"user","content":[{"type":"file","url":"file://p.txt"}]}}',
      'Rename to "source"',
      '{"id":"a","input":{"role":"user","content":[{"type":"file","source":"file://p.txt"}]}}',
    ],
    [
      `{"id":"a","checkpoints":[{"id":"order",${check}},{"id":"q",${check},"after":["ordr"]}]}`,
      'Change to "order"',
      `{"id":"a","checkpoints":[{"id":"order",${check}},{"id":"q",${check},"after":["order"]}]}`,
    ],
    [
      `{"id":"a","checkpoints":[{"id":"p",${check}},{"id":"q",${check},"after":["zzz","p"]}]}`,
      'Remove "zzz"',
      `{"id":"a","checkpoints":[{"id":"p",${check}},{"id":"q",${check},"after":["p"]}]}`,
    ],
  ])('%s: %s', (text, title, expected) => {
    for (const [mark, lineEnd] of [
      ['', '\n'],
      ['\ufeff', '\r\n'],
    ] as const) {
      const original = mark + text.replaceAll('\n', lineEnd);
      expect(applyFix(original, title)).toBe(mark + expected.replaceAll('\n', lineEnd));
      expect(findProblems(applyFix(original, title))).toEqual([]);
    }
  });

  it('also in an object of several lines with comments', () => {
    const text = '{\n  "id": "a",\n  // who?\n  "inptu": "x",\n  "max_turns": 3\n}\n';
    expect(applyFix(text, 'Rename to "input"')).toBe(text.replace('inptu', 'input'));
    expect(applyFix(text, 'Remove "max_turns"')).toBe('{\n  "id": "a",\n  // who?\n  "inptu": "x"\n}\n');
  });
});

describe('no quick fix is offered', () => {
  it.each([
    ['where a text is not closed, because nobody knows where it should end', '{"id":"a","input":"x}'],
    ['where closing the first line would make nonsense of the others', '{\n  "id": "a",\n  "input": "x"\n'],
    ['that would make a key stand twice', '{"id":"a","input":"x","inptu":"y"}'],
    ['for a pattern that cannot be read', '{"id":"a","input":"x","assert":{"type":"regex","value":"("}}'],
  ])('%s', (_, text) => {
    expect(findProblems(text).length).toBeGreaterThan(0);
    expect(findFixes(text).filter(({ title }) => !title.startsWith('Remove "'))).toEqual([]);
  });
});

describe('fixes of one kind', () => {
  it('are made together, and all their problems are gone', () => {
    const text = '{"id":"a","Input":"x"}\n# one\n{"id":"a","Input":"y"}\n{"id":"a","input":"y"}\n# two';
    const groups = groupFixes(findProblems(text));
    expect(groups.map(({ group, count }) => [group, count])).toEqual([
      ['Use "input" instead', 2],
      ['Turn # lines into comments', 2],
      ['Give cases unique ids', 2],
    ]);
    const mended = applyEdits(
      text,
      groups.flatMap(({ edits }) => edits),
    );
    expect(findProblems(mended)).toEqual([]);
    expect(mended).toBe('{"id":"a","input":"x"}\n// one\n{"id":"a-2","input":"y"}\n{"id":"a-3","input":"y"}\n// two');
  });

  it('never change one place twice', { tags: 'thorough' }, () => {
    const line = fc.constantFrom(
      '{"id":"a","Input":"x"}',
      '{"id":"a" "input":1}',
      '# x',
      '{"id":"b","input":"x"} // c',
      '{"id":"a","max_turns":1,"simulator":"s","input":"x"}',
      '{"id":"c","checkpoints":[],"expected":1,"assert":2,"Assert":3}',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        for (const { edits } of groupFixes(findProblems(lines.join('\n')))) {
          for (const [index, { from }] of edits.entries())
            expect(from).toBeGreaterThanOrEqual(edits[index - 1]?.to ?? 0);
        }
      }),
    );
  });
});

describe('a case may be written in another way', () => {
  const rewritten = (text: string, title: string): string => {
    const [firstCase] = createDocumentCheck({ file: 's.jsonl' }).check(text).cases;
    const refactoring = listRefactorings(text, firstCase ?? { from: 0, to: 0 }).find(
      (offered) => offered.title === title,
    );
    return refactoring === undefined ? 'not offered' : applyEdits(text, refactoring.edits);
  };

  it('in one line, which says the same in the same words', () => {
    const text = '{\n  "id": "a",\n  // why\n  "input": "x\\ny",\n  "metadata": {\n    "n": 1.0\n  }\n}\n';
    expect(rewritten(text, 'Write the case in one line')).toBe(
      '// why\n{"id": "a", "input": "x\\ny", "metadata": {"n": 1.0}}\n',
    );
    expect(rewritten('{"id":"a","input":"x"}', 'Write the case in one line')).toBe('not offered');
  });

  it('with "assert" for its other names, in checkpoints too', () => {
    const text = '{"id":"a","checkpoints":[{"id":"p","assertions":{"type":"contains","value":"assertions"}}]}';
    expect(rewritten(text, 'Use "assert" instead of its other names')).toBe(
      text.replace('"assertions":{', '"assert":{'),
    );
  });
});
