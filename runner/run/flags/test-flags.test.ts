import type { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRunRequest } from '../../cli/commands/test.ts';
import { createProgram } from '../../cli/main.ts';
import { type RunOptions, runOptionsSchema } from '../../contract/index.ts';
import { convertConfigDefaults } from '../config-defaults.ts';
import { type Flag, getConfigFlagName } from './define-flag.ts';
import { formatFlagArguments, formatRerunArguments } from './flag-arguments.ts';
import * as kinds from './flag-kinds.ts';
import { restoreFlags, selectStoredFlags } from './stored-flags.ts';
import { addFlagDefaults, flagGroups, type TestFlags, testFlags } from './test-flags.ts';

const nowhere = { write: () => true, once: () => undefined };
const inputs = ['cases.jsonl'];
const word = fc.string({ minLength: 1 });
const wholeNumber = fc.integer({ min: 1, max: 1_000_000 });
const percent = fc.integer({ min: 100, max: 10_000 }).map((hundredths) => hundredths / 100 / 100);

/** Example values for each kind of flag. */
const valuesOfKind = new Map<unknown, fc.Arbitrary<unknown>>([
  [kinds.textKind, word],
  [kinds.textsKind, fc.array(word, { minLength: 1 })],
  [kinds.optionalTextsKind, fc.array(word, { minLength: 1 })],
  [kinds.switchOnKind, fc.constant(true)],
  [kinds.switchOffKind, fc.constant(false)],
  [kinds.toggleKind, fc.boolean()],
  [kinds.countKind, wholeNumber],
  [kinds.percentKind, percent],
  [kinds.accuracyKind, fc.double({ min: 0, max: 1, noNaN: true }).filter((rate) => !Object.is(rate, -0))],
  [kinds.amountKind, fc.double({ min: 1e-9, max: 1e9, noNaN: true })],
  [kinds.runIdKind, fc.uuid({ version: 7 })],
  [
    kinds.shardKind,
    fc
      .tuple(fc.integer({ min: 1, max: 99 }), wholeNumber)
      .map(([index, extraShards]) => ({ index, total: index + (extraShards % 900) })),
  ],
  [
    kinds.attemptsKind,
    fc.oneof(
      wholeNumber,
      fc.constant({}),
      wholeNumber.map((auto) => ({ auto })),
    ),
  ],
  [
    kinds.durationKind,
    fc.oneof(
      fc.integer({ min: 1, max: 999 }),
      wholeNumber.map((seconds) => seconds * 1_000),
    ),
  ],
  [kinds.localeKind, fc.constantFrom('en-us', 'zh_CN', 'de')],
  [kinds.replayModeKind, fc.constantFrom(true, 'strict')],
]);

const partialFlags: fc.Arbitrary<Partial<TestFlags>> = fc.record(
  Object.fromEntries(testFlags.map(([name, flag]) => [name, flagValues(flag)])),
  { requiredKeys: [] },
);

function flagValues({ kind, usage }: Flag<unknown>): fc.Arbitrary<unknown> {
  const values = kind.choices === undefined ? valuesOfKind.get(kind) : fc.constantFrom(...kind.choices);
  if (values === undefined) throw new Error(`what values has ${usage}?`);
  return values;
}

function testCommand(): Command {
  const program = createProgram({ stdout: nowhere, stderr: nowhere, variables: {}, cwd: '.' }, () => undefined);
  const command = program.commands.find((each) => each.name() === 'test');
  if (command === undefined) throw new Error('there is no test command');
  return command;
}

function parse(words: readonly string[]): Partial<TestFlags> {
  const command = testCommand().action(() => undefined);
  command.parse([...words, '--', ...inputs], { from: 'user' });
  const request = toRunRequest(command, command.args);
  expect(request.inputs).toEqual(inputs);
  return request.flags;
}

describe('the table of flags', () => {
  it('has each flag under the name that the command line gives it, once', () => {
    const names = Object.values(flagGroups).flatMap((flags) => Object.keys(flags));
    expect(new Set(names).size).toBe(names.length);
    const command = testCommand();
    const parsed = new Set(command.options.map((option) => option.attributeName()));
    expect(testFlags.map(([name]) => name).filter((name) => !parsed.has(name))).toEqual([]);
    for (const flags of Object.values(flagGroups)) {
      for (const { sameAs } of Object.values<Flag<unknown>>(flags)) {
        if (sameAs !== undefined) expect(testFlags.map(([name]) => name)).toContain(sameAs);
      }
    }
  });

  it('writes flags as words that the command line reads as the same flags', () => {
    fc.assert(
      // `watch` is left out, because the single runs of watch mode do not get this flag.
      fc.property(partialFlags, ({ watch = false, ...flags }) => {
        expect(parse(formatFlagArguments({ ...flags, watch }))).toEqual(flags);
      }),
    );
  });

  it('writes those of the command that runs cases again as a person would, without defaults', () => {
    const isNamed = ({ rerun }: Flag<unknown>) => rerun === true;
    fc.assert(
      fc.property(partialFlags, (flags) => {
        expect(parse(formatRerunArguments(addFlagDefaults(flags)))).toEqual(only(flags, isNamed));
      }),
    );
    expect(formatRerunArguments(addFlagDefaults({}))).toEqual([]);
  });

  it('stores flags so that a run that is asked for again has them', () => {
    const isStored = ({ stored, restored }: Flag<unknown>) => stored !== undefined && restored === undefined;
    fc.assert(
      fc.property(partialFlags, ({ exitCodes = 'simple', parallel = 1, ...flags }) => {
        const storedFlags = selectStoredFlags(addFlagDefaults({ ...flags, parallel }));
        const detailed = exitCodes === 'detailed' ? { exitCodes } : {};
        const options = runOptionsSchema.parse({ ...storedFlags, ...detailed, input: '', attempts: 1 });
        const parsedAgain = parse(formatFlagArguments(restoreFlags(options)));
        expect(parsedAgain).toMatchObject({ ...only(flags, isStored), ...detailed, parallel });
      }),
    );
  });

  it('has for a stored run again what no single option says', () => {
    const fork = { runId: 'r', suiteKey: 's', caseId: 'c', attempt: 2, turn: 3, was: 'failed', message: 'm' } as const;
    const options = { input: '', attempts: 5, parallel: 1, failFast: false, timeoutMs: 1_000 };
    const reparse = (changes: Partial<RunOptions>) =>
      parse(formatFlagArguments(restoreFlags({ ...options, ...changes })));
    expect(reparse({ agent: 'a' })).toEqual({ runs: 5, parallel: 1, timeout: 1_000, name: 'a' });
    expect(reparse({ agent: 'a', url: 'http://a' })).toEqual({ runs: 5, parallel: 1, timeout: 1_000, url: 'http://a' });
    expect(reparse({ autoRuns: { good: 1, bad: 0, risk: 0.1, max: 5 } })).toHaveProperty('runs', { auto: 5 });
    expect(reparse({ shard: { index: 1, total: 2, plan: 'p' } })).toHaveProperty('shard', { index: 1, total: 2 });
    expect(reparse({ context: 'ctx.json' })).toHaveProperty('ctx', 'ctx.json');
    expect(reparse({ cassette: 'record' })).toHaveProperty('record', true);
    expect(reparse({ cassette: 'replay' })).toHaveProperty('replay', true);
    expect(reparse({ cassette: 'strict' })).toHaveProperty('replay', 'strict');
    expect(reparse({ fork })).toMatchObject({ fork: 'r', forkAttempt: 2, forkTurn: 3, forkMessage: 'm' });
    expect(reparse({ lastFailed: true, resume: 'r' })).toEqual({ runs: 5, parallel: 1, timeout: 1_000 });
  });

  it('reads the defaults of a config as the command line reads its words', () => {
    const isDefault = ({ config }: Flag<unknown>) => config === true;
    fc.assert(
      fc.property(partialFlags, (flags) => {
        const values = new Map<string, unknown>(Object.entries(flags));
        const defaults = testFlags.flatMap(([name, flag]) =>
          isDefault(flag) && values.has(name) ? [[getConfigFlagName(flag), configValue(flag, values.get(name))]] : [],
        );
        expect(convertConfigDefaults(Object.fromEntries(defaults), 'config')).toEqual(only(flags, isDefault));
      }),
    );
  });
});

/** In a config, a toggle is a boolean and a repeatable flag is a list. */
function configValue({ kind }: Flag<unknown>, value: unknown): unknown {
  const words = kind.words(value);
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? words : words[0];
}

function only(flags: Partial<TestFlags>, fact: (flag: Flag<unknown>) => boolean): Partial<TestFlags> {
  const names = new Set(testFlags.filter(([, flag]) => fact(flag)).map(([name]) => name));
  return Object.fromEntries(Object.entries(flags).filter(([name]) => names.has(name)));
}
