import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { createSearchableFileReader, type ReadSearchableFile } from './read-searchable-file.ts';
import { searchCases } from './search-cases.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('tests/a.jsonl', [
    { id: 'A1', name: 'Late refund', input: 'Where is my money?', tags: ['refund'] },
    { id: 'A2', input: [{ role: 'user', content: 'Ein Gruß' }] },
  ]);
  workspace.write('tests/broken.jsonl', '{"id": "B1", "input": "money again", "nonsense": 1}\n{"id": "B2", "inp');
  workspace.write('tests/escaped.jsonl', '{"id": "C1", "input": "Stra\\u00dfe"}\n');
  workspace.write(
    'tests/table.csv',
    'scorer_type,id,description,input,expected_output,ground_truth,expected_score_min,expected_score_max,tags\nlevenshtein,T1,One,the money of a table,x,x,0.1,1,a\n',
  );
});
afterAll(() => workspace.remove());

async function search(text: string, limit = 100): Promise<string[]> {
  const outcomes = new Map([['A2', { status: 'failed' as const }]]);
  const { found, hasMore } = await searchCases({
    workspace: workspace.root,
    text,
    limit,
    outcomesOf: (suiteKey) => (suiteKey === 'tests/a.jsonl' ? outcomes : new Map()),
  });
  return [...found.map(({ suiteKey, id, line }) => `${suiteKey}:${line} ${id}`), ...(hasMore ? ['more'] : [])];
}

describe('a search over all case files', () => {
  it('finds ids, names and inputs, also in broken files, tables and escaped texts', async () => {
    expect(await search('money')).toEqual(['tests/a.jsonl:1 A1', 'tests/broken.jsonl:1 B1', 'tests/table.csv:2 T1']);
    expect(await search('late')).toEqual(['tests/a.jsonl:1 A1']);
    expect(await search('gruß')).toEqual(['tests/a.jsonl:2 A2']);
    expect(await search('straße')).toEqual(['tests/escaped.jsonl:1 C1']);
    expect(await search('b2')).toEqual(['tests/broken.jsonl:2 B2']);
    expect(await search('no such words')).toEqual([]);
  });

  it('knows tags, kinds, the last status, and negation', async () => {
    expect(await search('@refund')).toEqual(['tests/a.jsonl:1 A1']);
    expect(await search('s:failed')).toEqual(['tests/a.jsonl:2 A2']);
    expect(await search('kind:experiment')).toEqual(['tests/table.csv:2 T1']);
    expect(await search('money !broken !table')).toEqual(['tests/a.jsonl:1 A1']);
  });

  it('says when there is more than is shown', async () => {
    expect(await search('money', 2)).toEqual(['tests/a.jsonl:1 A1', 'tests/broken.jsonl:1 B1', 'more']);
  });
});

describe('a search that was made before', () => {
  const name = 'tests/kept.jsonl';
  const findCases = async (text: string, read: ReadSearchableFile) => {
    const search = {
      workspace: workspace.root,
      text: `${text} kept.jsonl`,
      limit: 10,
      outcomesOf: () => new Map(),
      read,
    };
    return (await searchCases(search)).found.map(({ id }) => id);
  };
  it('sees every change of a file, also one that keeps its size', async () => {
    const read = createSearchableFileReader();
    for (const id of ['K1', 'K2', 'K3']) {
      workspace.write(name, `{"id": "${id}", "input": "x"}\n`);
      expect(await findCases('', read)).toEqual([id]);
      expect(await findCases(id, read)).toEqual([id]);
    }
    rmSync(path.join(workspace.root, name));
    expect(await findCases('', read)).toEqual([]);
  });

  it('reads a file again only when it changed, or there was no room for it', () => {
    const laterClock = () => Date.now() + 60_000;
    const read = createSearchableFileReader({ now: laterClock });
    const files = [1, 2, 3].map((number) => `tests/kept-${number}.jsonl`);
    for (const file of files) workspace.write(file, '{"id": "K", "input": "x"}\n');
    const readAll = (reader: ReadSearchableFile) => files.map((file) => reader(workspace.root, file));
    const first = readAll(read);
    expect(readAll(read).map((match, index) => match === first[index])).toEqual([true, true, true]);
    workspace.write('tests/kept-2.jsonl', '{"id": "K", "input": "longer"}\n');
    expect(readAll(read).map((match, index) => match === first[index])).toEqual([true, false, true]);

    const smallReader = createSearchableFileReader({ now: laterClock, mostBytes: 60 });
    const [, , last] = readAll(smallReader);
    expect(smallReader(workspace.root, 'tests/kept-3.jsonl')).toBe(last);
    const [firstReading] = readAll(smallReader);
    expect(smallReader(workspace.root, 'tests/kept-1.jsonl')).not.toBe(firstReading);
  });
});
