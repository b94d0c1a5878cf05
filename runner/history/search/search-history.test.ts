import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { formatAgentName } from '../../format/index.ts';
import { deleteRuns, pruneRuns, searchHistory } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import type { HitFilter, SearchResults } from './search-history.ts';

const freshHistory = temporaryHistories();

const resultFields = { attempt: 1, assertions: [], startedAt: 1, durationMs: 1, toolCalls: [] };

function answeredCase(id: string, input: string, output: string): CaseResult {
  return { ...resultFields, id, kind: 'standard', status: 'passed', input, output };
}

const conversation: CaseResult = {
  ...resultFields,
  id: 'refund',
  kind: 'dynamic',
  status: 'failed',
  input: 'My order is late.',
  reason: 'missing checkpoints: offer',
  turns: [
    {
      turn: 1,
      origin: 'case',
      input: 'My order is late.',
      startedAt: 1,
      durationMs: 1,
      checkpointsReached: ['asked'],
      response: { content: 'Which order? Please contact the seller about ÄPFEL.', toolCalls: [] },
    },
    {
      turn: 2,
      origin: 'simulator',
      input: 'Number A-77, 我要退款。',
      startedAt: 1,
      durationMs: 1,
      checkpointsReached: [],
      response: {
        content: 'Thank you.',
        toolCalls: [{ tool: 'lookup_order', arguments: { number: 'A-77' }, result: { state: 'shipped' } }],
      },
    },
  ],
  checkpoints: [
    { id: 'asked', after: [], required: true, reached: true, passed: true, outOfOrderAtTurns: [] },
    {
      id: 'offer',
      after: [],
      required: true,
      reached: false,
      passed: false,
      outOfOrderAtTurns: [],
      message: 'no refund offered',
    },
  ],
};

const formatHits = ({ hits }: SearchResults) => hits.map(({ runId, caseId, turn }) => `${runId} ${caseId} ${turn}`);
const formatMarkedParts = ({ hits }: SearchResults) =>
  hits.map(({ parts }) => parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join(''));

describe('a search', () => {
  it('finds the turn, in what was said, done, failed and reached', async () => {
    const database = freshHistory();
    await writeResults(database, {
      runId: 'r1',
      at: 1,
      results: [conversation, answeredCase('plain', 'Hello', 'Good day, seller')],
    });
    const search = (text: string) => formatHits(searchHistory(database, { text }));
    expect(search('said:"contact the seller"')).toEqual(['r1 refund 1']);
    expect(search('seller')).toEqual(['r1 plain 0', 'r1 refund 1']);
    expect(search('user:seller')).toEqual([]);
    expect(search('tool:lookup_order')).toEqual(['r1 refund 2']);
    expect(search('shipped')).toEqual(['r1 refund 2']);
    expect(search('A-77')).toEqual(['r1 refund 2']);
    expect(search('failure:offered')).toEqual(['r1 refund 0']);
    expect(search('cp:asked')).toEqual(['r1 refund 1']);
    expect(search('cp:offer')).toEqual(['r1 refund 0']);
    expect(search('seller !late')).toEqual(['r1 plain 0']);
    expect(search('conta')).toEqual(['r1 refund 1']);
    expect(search('"conta"')).toEqual([]);
    expect(search('apfel')).toEqual(['r1 refund 1']);
    expect(search('退款')).toEqual(['r1 refund 2']);
    expect(search('款退')).toEqual([]);
  });

  it('shows the words where they stand', async () => {
    const database = freshHistory();
    await writeResults(database, { runId: 'r1', at: 1, results: [conversation] });
    const findMarked = (text: string) => formatMarkedParts(searchHistory(database, { text }));
    expect(findMarked('"contact the seller"')).toEqual(['Which order? Please [contact] [the] [seller] about ÄPFEL.']);
    expect(findMarked('apf')).toEqual(['Which order? Please contact the seller about [ÄPFEL].']);
    expect(findMarked('退款')).toEqual(['Number A-77, 我要[退][款]。']);
    expect(searchHistory(database, { text: 'tool:lookup' }).hits).toMatchObject([{ field: 'tools' }]);
  });

  it('keeps to a run and to conditions on the attempt', async () => {
    const database = freshHistory();
    await writeResults(database, { runId: 'old', at: 1, results: [answeredCase('a', 'x', 'same words')] });
    await writeResults(database, {
      runId: 'new',
      at: 2,
      outcome: 'failed',
      results: [
        { ...answeredCase('a', 'x', 'same words'), status: 'failed', startedAt: 2 },
        answeredCase('b', 'x', 'same words'),
      ],
    });
    const search = (text: string, runId?: string) => formatHits(searchHistory(database, { text, runId }));
    expect(search('same')).toEqual(['new b 0', 'new a 0', 'old a 0']);
    expect(search('same', 'old')).toEqual(['old a 0']);
    expect(search('same', 'nobody')).toEqual([]);
    expect(search('same s:failed')).toEqual(['new a 0']);
    expect(search('same !s:failed')).toEqual(['new b 0', 'old a 0']);
    expect(search('same new:')).toEqual(['new a 0']);
    expect(search('same turns:>1')).toEqual([]);
    expect(search('same cost:>0.01')).toEqual([]);
  });

  it('finds nothing where no attempt meets the conditions, and what does between others', async () => {
    const database = freshHistory();
    const slow = { ...answeredCase('slow', 'x', 'the same'), status: 'timeout' as const };
    await writeResults(database, { runId: 'first', at: 1, results: [answeredCase('a', 'x', 'the same')] });
    await writeResults(database, { runId: 'second', at: 2, results: [answeredCase('a', 'x', 'the same'), slow] });
    await writeResults(database, { runId: 'third', at: 3, results: [answeredCase('a', 'x', 'the same')] });
    expect(formatHits(searchHistory(database, { text: 'same s:error' }))).toEqual([]);
    expect(formatHits(searchHistory(database, { text: 'same s:timeout' }))).toEqual(['second slow 0']);
    expect(formatHits(searchHistory(database, { text: 'same s:timeout', runId: 'first' }))).toEqual([]);
    expect(formatHits(searchHistory(database, { text: 'same', runId: 'unknown' }))).toEqual([]);
  });

  it('goes on where a page ended', async () => {
    const database = freshHistory();
    const results = Array.from({ length: 120 }, (_, number) => answeredCase(`c${number}`, 'x', 'the same'));
    await writeResults(database, { runId: 'r', at: 1, results });
    const pages: string[][] = [];
    let before: number | undefined;
    for (let isMore = true; isMore; ) {
      const answer = searchHistory(database, { text: 'same', before });
      pages.push(formatHits(answer));
      isMore = answer.isMore;
      before = answer.hits.at(-1)?.id;
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
  });

  it('keeps to a suite, an agent with its connector, and a status', async () => {
    const database = freshHistory();
    const failed = { ...answeredCase('bad', 'x', 'the same'), status: 'failed' as const };
    await writeResults(database, { runId: 'one', at: 1, outcome: 'failed', results: [failed] });
    await writeResults(database, {
      runId: 'two',
      at: 2,
      suiteKey: 'tests/more.jsonl',
      results: [answeredCase('a', 'x', 'the same')],
    });
    await writeResults(database, {
      runId: 'three',
      at: 3,
      connector: 'large',
      results: [answeredCase('a', 'x', 'the same')],
    });
    const [newestHit] = searchHistory(database, { text: 'same' }).hits;
    const searchWithFilter = (filter: HitFilter) => formatHits(searchHistory(database, { text: 'same', only: filter }));
    expect(searchWithFilter({ status: 'failed' })).toEqual(['one bad 0']);
    expect(searchWithFilter({ suite: 'tests/more.jsonl' })).toEqual(['two a 0']);
    expect(
      searchWithFilter({ agent: formatAgentName({ agentId: newestHit?.agentId ?? '', connector: 'large' }) }),
    ).toEqual(['three a 0']);
    expect(searchWithFilter({ agent: newestHit?.agentId ?? '' })).toEqual(['two a 0', 'one bad 0']);
    expect(searchWithFilter({ suite: 'tests/more.jsonl', status: 'failed' })).toEqual([]);
  });

  it.each([
    ['', 'Search for a word'],
    ['!this', 'Search for a word'],
    ['s:failed', 'Search for a word'],
    ['speaker:ann', '"speaker:" is not a prefix of the search'],
    ['word cost:much', '"cost:much" is not a comparison'],
  ])('refuses %j in words', (text, words) => {
    expect(() => searchHistory(freshHistory(), { text })).toThrow(words);
  });

  it.each([
    '"',
    '""',
    'a OR',
    'NEAR(',
    '*',
    'said:"',
    '{user} : a',
    "it's",
    'https://example.com/x',
    '12:30',
    '(a',
    'user:!',
    '\u0000a',
  ])('takes %j as words, whatever they mean to the database', (text) => {
    const database = freshHistory();
    expect(() => searchHistory(database, { text: `word ${text}` })).not.toThrow(/fts5|syntax/i);
  });
});

describe('what is removed', () => {
  it('is found no more, first with its run and then for good', async () => {
    const database = freshHistory();
    await writeResults(database, { runId: 'gone', at: 1, results: [conversation] });
    await writeResults(database, { runId: 'kept', at: 2, results: [answeredCase('a', 'x', 'seller')] });
    deleteRuns(database, ['gone'], 5);
    expect(formatHits(searchHistory(database, { text: 'seller' }))).toEqual(['kept a 0']);
    pruneRuns(database, ['gone']);
    const count = (sql: string) => database.sqlite.prepare(sql).pluck().get();
    expect(count('SELECT count(*) FROM passages')).toBe(1);
    expect(count('SELECT count(*) FROM searched_runs')).toBe(1);
    expect(count("SELECT count(*) FROM said WHERE said MATCH 'seller'")).toBe(1);
    expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});
