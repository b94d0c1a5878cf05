import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCases } from './parse-cases.ts';

const folder = path.join(import.meta.dirname, 'documented-cases');

/**
 * Cases of a library desk in every spelling that the Yao framework documents: in its first README, its reference and
 * its second design. The examples use the same ids several times, so each example is a separate file.
 */
function examples(): { place: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line, index) => ({ place: `${name}:${index + 1}`, text: asCase(name, line) })),
    );
}

/** Converts an example that is only an assertion, with or without `assert`, to a case. */
function asCase(name: string, line: string): string {
  if (!name.endsWith('.assertions.jsonl')) return line;
  const example = JSON.parse(line);
  return JSON.stringify({ id: 'A', input: 'x', assert: example.assert ?? example });
}

const load = (text: string) => parseCases({ text, file: 'cases.jsonl', hashOf: () => '' });

describe('cases in the spellings of the documents', () => {
  it('load as they are, or fail with a message that says what to write instead', () => {
    const all = examples();
    const refused = all.flatMap(({ place: location, text }) =>
      load(text).problems.map(({ message }) => `${location}: ${message}`),
    );
    expect(all).toHaveLength(43);
    expect(refused).toEqual([
      'reference.cases.jsonl:6: "input.content[0]": an image_url cannot be a file; write {"type": "image", "source": "file://cover.png"}',
    ]);
  });

  it('load without a warning', () => {
    expect(
      examples().flatMap(({ place: location, text }) =>
        load(text).warnings.map(({ message }) => `${location}: ${message}`),
      ),
    ).toEqual([]);
  });

  it('check something wherever the example does', () => {
    const unchecked = examples().filter(({ text }) => {
      const [loadedCase] = load(text).cases;
      const says = /"(assert|assertions|assertion)":/.test(text);
      if (loadedCase === undefined || !says) return false;
      return loadedCase.kind === 'standard' && loadedCase.assertions.length === 0;
    });
    expect(unchecked).toEqual([]);
  });

  it('say that ids are taken when several examples are put into one file', () => {
    const { problems } = load(readFileSync(path.join(folder, 'readme.cases.jsonl'), 'utf8'));
    expect(problems.map(({ message }) => message)).toContain('id "B1" is already used in line 1');
  });
});
