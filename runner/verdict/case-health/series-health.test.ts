import { describe, expect, it } from 'vitest';
import { generateHistory } from '../../testing/generated-histories.ts';
import type { CaseHealthRun, CaseTally, SeriesHealth } from './case-health-run.ts';
import { assessSeriesHealth } from './series-health.ts';

/**
 * The outcomes of a case, oldest run first, one word per run: `PPF` stands for three attempts, `I` for an
 * infrastructure failure.
 */
type Cases = Readonly<Record<string, string>>;
type Parts = { agents?: string; commits?: string; hashes?: Record<string, string> };

/** `agents` and `commits` have one letter per run, which stands for the version; `?` means unknown. */
function standings(cases: Cases, { agents = '', commits = '', hashes = {} }: Parts = {}): SeriesHealth {
  const words = Object.entries(cases).map(([id, text]) => [id, text.split(' ')] as const);
  const runs = Array.from({ length: words[0]?.[1].length ?? 0 }, (_, run): CaseHealthRun => {
    const agent = agents[run] ?? '?';
    return {
      runId: `run-${run}`,
      startedAt: run,
      agents: [{ agentId: 'shop', parts: agent === '?' ? undefined : { prompts: agent } }],
      gitCommit: commits[run] ?? null,
      cases: new Map(words.map(([id, outcomes]) => [id, tally(outcomes[run] ?? '', hashes[id]?.[run] ?? 'h')])),
    };
  });
  return assessSeriesHealth(runs.toReversed());
}

function tally(outcome: string, hash: string): CaseTally {
  const count = (letter: string): number => outcome.split(letter).length - 1;
  return { hash, passed: count('P'), judged: count('P') + count('F') + count('I'), infra: count('I') };
}

const repeat = (times: number, word: string): string => Array.from({ length: times }, () => word).join(' ');

/**
 * Returns the state of a single case, and the run since which the case has been in this state. The suite is too small
 * for outages.
 */
function one(text: string, parts: Parts = {}): string {
  const standing = standings({ a: text }, parts).cases.get('a');
  const since = standing?.since === undefined ? '' : ` since ${standing.since.runId.slice(4)}`;
  return `${standing?.state}${since}${standing?.again === undefined ? '' : ` again ${standing.again.runId.slice(4)}`}`;
}

describe('the standing of a case', () => {
  it.each([
    ['-', 'unknown'],
    ['P', 'fine'],
    [repeat(14, 'P'), 'fine'],
    ['F', 'broken since 0'],
    ['F F', 'broken since 0'],
    ['P F', 'new since 1'],
    ['P F F', 'broken since 1'],
    ['P F P', 'flaky'],
    ['P PF', 'flaky'],
    [`P P P F ${repeat(9, 'P')}`, 'flaky'],
  ])('%s is %s', (text, state) => {
    expect(one(text)).toBe(state);
  });

  it('is back when a long stretch of failures is over, until it has passed fourteen times', () => {
    expect(one(`${repeat(8, 'P')} F F F F P P P`)).toBe('back since 12');
    expect(one(`${repeat(8, 'P')} F F F F ${repeat(14, 'P')}`)).toBe('fine');
  });

  it('is back after an agent that was broken, however short, and broke again after another', () => {
    expect(one('P P F P P', { agents: 'aabcc' })).toBe('back since 3');
    expect(one('P P F P P F F', { agents: 'aabccdd' })).toBe('broken since 5 again 2');
    expect(one('P P F P P F', { agents: 'aabccd' })).toBe('new since 5 again 2');
    expect(one('P P F P P', { commits: 'aabcc' })).toBe('back since 3');
  });

  it('is flaky under an agent that is another in every run, when no order can be seen', () => {
    expect(one('P F P P F P F P F P', { commits: 'abcdefghij' })).toBe('flaky');
  });

  it('takes an agent that nobody could read for the one before', () => {
    expect(one('P P F P P', { agents: 'aa?aa' })).toBe('flaky');
    expect(one('P F P', { agents: '??a' })).toBe('flaky');
  });

  it('is that of the present agent alone where it has shown enough', () => {
    expect(one(`P F P F P F ${repeat(14, 'P')}`, { agents: `aaaaaa${'b'.repeat(14)}` })).toBe('fine');
    expect(one(`P F P F P F ${repeat(5, 'PPP')}`, { agents: `aaaaaa${'b'.repeat(5)}` })).toBe('fine');
    expect(one(`P F P F P F ${repeat(5, 'FFF')}`, { agents: `aaaaaa${'b'.repeat(5)}` })).toBe('broken since 6');
    expect(one('P F P F P F P P', { agents: 'aaaaaabb' })).toBe('flaky');
  });

  it('is broken when it fails for longer than a flaky case does', () => {
    expect(one(`P P P F P P ${repeat(8, 'F')}`)).toBe('broken since 6');
    expect(one('P P P F P P F F')).toBe('flaky');
  });

  it('is of the content that the case has now', () => {
    expect(one('F F F P', { hashes: { a: 'xxxy' } })).toBe('fine');
    expect(one('P P P F', { hashes: { a: 'xxxy' } })).toBe('new since 3');
    expect(one('P P F F', { hashes: { a: 'xxyy' } })).toBe('broken since 2');
  });

  it('says how sure it is, of what has come since', () => {
    const standing = standings({ a: `${repeat(9, 'PP')} FF FF` }).cases.get('a');
    expect(standing).toMatchObject({ state: 'broken', passed: 0, judged: 4 });
    expect(standing?.bounds.high).toBeCloseTo(0.53, 2);
  });

  it('looks at the newest fifty attempts, and never at half a run', () => {
    expect(one(`F ${repeat(50, 'P')}`)).toBe('fine');
    expect(standings({ a: repeat(9, 'PPPPPPPP') }).cases.get('a')?.judged).toBe(48);
    expect(standings({ a: 'P'.repeat(200) }).cases.get('a')?.judged).toBe(200);
  });
});

const letters = 'abcdefghij';

/** Creates the cases of a suite, all with the same outcomes. */
function suite(text: string, size = 10): Cases {
  return Object.fromEntries(Array.from(letters.slice(0, size), (id) => [id, text]));
}

function summary({ events, cases }: SeriesHealth): string[] {
  const words = events.map(({ kind, reason, runs, over }) => {
    const ids = runs.map(({ runId }) => runId.slice(4)).join(' ');
    return `${kind} ${reason ?? ''}${reason === undefined ? '' : ' '}${ids}${over === undefined ? '' : ` until ${over.runId.slice(4)}`}`;
  });
  const states = new Map<string, number>();
  for (const { state } of cases.values()) states.set(state, (states.get(state) ?? 0) + 1);
  return [...words, ...[...states].map(([state, count]) => `${count} ${state}`)];
}

describe('runs in which most cases fell together', () => {
  it('are an outage when the cases came back and the agent stayed the same', () => {
    const text = 'P P F P P P F F P P F P';
    expect(summary(standings(suite(text), { agents: 'a'.repeat(12) }))).toEqual([
      ...['outage came_back 2 until 3', 'outage came_back 6 7 until 8', 'outage came_back 10 until 11', '10 fine'],
    ]);
  });

  it('are an outage when the infrastructure failed, whatever became of the agent', () => {
    expect(summary(standings(suite('P P I P P'), { agents: 'aabcc' }))).toEqual(['outage infra 2 until 3', '10 fine']);
  });

  it('are a regression when the agent is another one, also after it was mended', () => {
    const text = `${repeat(6, 'P')} F F F`;
    expect(summary(standings(suite(text), { agents: 'aaaaaabbb' }))).toEqual(['regression 6 7 8', '10 broken']);
    expect(summary(standings(suite(`${text} P P`), { agents: 'aaaaaabbbcc' }))).toEqual([
      ...['regression 6 7 8 until 9', '10 back'],
    ]);
  });

  it('are new or broken until they come back, with the same agent, too', () => {
    expect(summary(standings(suite(`${repeat(6, 'P')} F`)))).toEqual(['regression 6', '10 new']);
    expect(summary(standings(suite(`${repeat(6, 'P')} F F`)))).toEqual(['regression 6 7', '10 broken']);
  });

  it('are broken with their event while the infrastructure is down', () => {
    const result = standings(suite(`${repeat(6, 'P')} I`));
    expect(summary(result)).toEqual(['outage infra 6', '10 broken']);
    expect(result.cases.get('a')).toMatchObject({ since: { runId: 'run-6' }, event: { reason: 'infra', cases: 10 } });
  });

  it('need a suite of five cases', () => {
    expect(summary(standings(suite('P P F P P', 4)))).toEqual(['4 flaky']);
  });

  it('make no case flaky where the agent is another in every run', () => {
    expect(summary(standings(suite('P F P P F P P F P P'), { commits: letters }))).toEqual([
      ...['regression 1 until 2', 'regression 4 until 5', 'regression 7 until 8', '10 back'],
    ]);
  });

  it('take nothing from a case that fails by itself', () => {
    const cases = { ...suite('P P F P P P P P'), j: 'P F F F P F P F' };
    const result = standings(cases);
    expect(result.events).toHaveLength(1);
    expect(result.cases.get('j')?.state).toBe('flaky');
    expect(result.cases.get('a')?.state).toBe('fine');
  });

  it('are none where all cases are flaky', () => {
    const texts = ['PFPFPFPPFFPF', 'FPPFFPPFPFPF', 'PPFFPFPFPPFF', 'FFPPPFFPPFFP', 'PFFPPPFFFPPF'];
    const cases = Object.fromEntries(texts.map((text, place) => [letters[place] ?? '', [...text].join(' ')]));
    expect(summary(standings(cases))).toEqual(['5 flaky']);
  });
});

it('says right how cases stand in 200 made histories', { tags: 'thorough' }, () => {
  const table = new Map<string, { right: number; all: number; wrong: string[] }>();
  const mistakes: string[] = [];
  for (let seed = 0; seed < 200; seed += 1) {
    const { newestFirst, right, roles, outages, regressions, isDown } = generateHistory(seed);
    const { events, cases } = assessSeriesHealth(newestFirst);
    for (const { kind, runs } of events) {
      const broken = kind === 'outage' && runs.some(({ runId }) => regressions.has(runId));
      if (broken) mistakes.push(`${seed}: a total regression is called an outage`);
    }
    const outageRuns = new Set(
      events.flatMap(({ kind, runs }) => (kind === 'outage' ? runs.map(({ runId }) => runId) : [])),
    );
    for (const runId of outages) if (!outageRuns.has(runId)) mistakes.push(`${seed}: ${runId} is called no outage`);
    for (const [id, states] of right) {
      const role = roles.get(id) ?? '';
      const state = cases.get(id)?.state ?? 'unknown';
      const line = table.get(role) ?? { right: 0, all: 0, wrong: [] };
      table.set(role, line);
      line.all += 1;
      if (states.includes(state)) line.right += 1;
      else line.wrong.push(`${seed}: ${state}, not ${states.join(' or ')}`);
      if (role === 'stable' && state === 'flaky') mistakes.push(`${seed}: an outage is called flaky`);
      if (isDown && role === 'stable' && cases.get(id)?.event === undefined)
        mistakes.push(`${seed}: ${id} has no event`);
    }
  }
  expect(mistakes).toEqual([]);
  const sum = [...table.values()].reduce((of, { right, all }) => ({ right: of.right + right, all: of.all + all }), {
    right: 0,
    all: 0,
  });
  expect(sum.right / sum.all).toBeGreaterThanOrEqual(0.95);
  for (const [role, { right, all, wrong }] of table)
    expect(right / all, `${role}: ${right} of ${all}; ${wrong.slice(0, 8).join('; ')}`).toBeGreaterThanOrEqual(0.95);
});
