import { describe, expect, it } from 'vitest';
import type { ExperimentConfig } from './experiment-config.ts';
import { parseExperimentConfig } from './read-experiment-config.ts';

const returnOne = (): number => 1;
const baseConfig = { scorerType: 'a', csvPath: 'b' };

describe('the config of an experiment', () => {
  it('takes functions, one or several, and gives them names', () => {
    const configs: ExperimentConfig[] = [
      { ...baseConfig, scorers: { loud: returnOne } },
      {
        ...baseConfig,
        scorers: async () => ({ score: 1 }),
        target: function echo({ input }) {
          return input;
        },
      },
      {
        ...baseConfig,
        scorers: [
          function brevity() {
            return 1;
          },
        ],
        target: ({ input }) => input,
      },
    ];
    const results = configs.map((config) => parseExperimentConfig(config));
    expect(results.map(({ scorers }) => scorers.map(({ name }) => name))).toEqual([['loud'], [undefined], ['brevity']]);
    expect(results.map(({ target }) => target?.id)).toEqual([undefined, 'echo', 'target']);
  });

  it('has one row at a time, two minutes for it, and enabled rows only, unless told otherwise', () => {
    const scorers = [returnOne];
    const usual = { concurrency: 1, filterEnabled: true, timeoutMs: 120_000, outputDir: undefined, target: undefined };
    expect(parseExperimentConfig({ ...baseConfig, scorers })).toMatchObject(usual);
    const other = { concurrency: 5, filterEnabled: false, timeout: '1m30s', outputDir: 'out' };
    expect(parseExperimentConfig({ ...baseConfig, scorers, ...other })).toMatchObject({
      concurrency: 5,
      filterEnabled: false,
      timeoutMs: 90_000,
      outputDir: 'out',
    });
    expect(parseExperimentConfig({ ...baseConfig, scorers, target: undefined, outputDir: undefined })).toMatchObject(
      usual,
    );
  });

  it.each([
    [
      'nothing',
      {},
      'runExperimentTests: "scorerType" is missing; "csvPath" is missing; "scorers": must hold scorers: ',
    ],
    ['no scorer', { ...baseConfig, scorers: [] }, '"scorers": must hold scorers: functions (question) => number'],
    ['a scorer that is none', { ...baseConfig, scorers: [returnOne, 5] }, '"scorers": must hold scorers'],
    [
      'a target that is none',
      { ...baseConfig, scorers: [returnOne], target: {} },
      '"target": must be an agent with generate()',
    ],
    [
      'a number that is none',
      { ...baseConfig, scorers: [returnOne], concurrency: Number.NaN },
      '"concurrency": must be a whole number above zero',
    ],
    [
      'no row at once',
      { ...baseConfig, scorers: [returnOne], concurrency: 0 },
      '"concurrency": must be a whole number above zero',
    ],
    [
      'half a row at once',
      { ...baseConfig, scorers: [returnOne], concurrency: 1.5 },
      '"concurrency": must be a whole number above zero',
    ],
    [
      'no duration',
      { ...baseConfig, scorers: [returnOne], timeout: 'soon' },
      '"timeout": must be a duration such as 30s',
    ],
    [
      'an empty type',
      { ...baseConfig, scorerType: '', scorers: [returnOne] },
      '"scorerType": is empty; name the scorer_type',
    ],
    [
      'no list of columns',
      { ...baseConfig, scorers: [returnOne], groupBy: 'level' },
      '"groupBy": must be a list of columns',
    ],
    [
      'no run to resume',
      { ...baseConfig, scorers: [returnOne], resume: '' },
      '"resume": is empty; give the id of a run',
    ],
    ['another key', { ...baseConfig, scorers: [returnOne], parallel: 3 }, 'unknown key "parallel"'],
  ])('is refused with %s', (_what, config, message) => {
    expect(() => parseExperimentConfig(config)).toThrow(message);
  });

  it('has as many rows at once as whoever starts the program says', () => {
    const config = { ...baseConfig, scorers: returnOne, concurrency: 5 };
    expect(parseExperimentConfig(config, '10').concurrency).toBe(10);
    expect(parseExperimentConfig(config, '').concurrency).toBe(5);
    expect(() => parseExperimentConfig(config, 'many')).toThrow(
      'CONCURRENCY takes a whole number above zero, got "many"',
    );
  });

  it('is checked by the compiler as well', () => {
    // @ts-expect-error a number scores nothing
    const config: ExperimentConfig = { ...baseConfig, scorers: [5] };
    expect(() => parseExperimentConfig(config)).toThrow('"scorers"');
  });
});
