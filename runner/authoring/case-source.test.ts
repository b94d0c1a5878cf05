import { describe, expect, it } from 'vitest';
import { parseCaseSource } from './case-source.ts';

const text = '// a file\n{"ID": "a", "assertions": {"type": "regex"},\n // why\n "n": [1.0]}\n{"id": "b"}';

describe('a case in the text of its file', () => {
  it('is found where it starts, and read with keys in any spelling', () => {
    const caseSource = parseCaseSource(text, 10);
    expect(caseSource?.source.endsWith('[1.0]}')).toBe(true);
    expect(caseSource?.at(['id'])).toBe('a');
    expect(caseSource?.at(['assert', 0, 'type'])).toBe('regex');
    expect(caseSource?.textAt(['n', 0])).toBe('1.0');
    expect(caseSource?.keysAt([])).toEqual(['ID', 'assertions', 'n']);
    const range = caseSource?.rangeOf(['id']);
    expect(text.slice(range?.from, range?.to)).toBe('"ID": "a"');
  });

  it('is not there where nothing sound starts', () => {
    expect(parseCaseSource(text, 0)).toBeUndefined();
    expect(parseCaseSource('{"id": }', 0)).toBeUndefined();
    expect(parseCaseSource('{"id": "a"', 0)).toBeUndefined();
    expect(parseCaseSource('', 5)).toBeUndefined();
  });
});
