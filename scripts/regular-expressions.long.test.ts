import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWorstGrowth } from './patterns/attack.ts';
import { findPatterns, findPatternsInText } from './patterns/find-patterns.ts';

const root = path.join(import.meta.dirname, '..');
const patterns = findPatterns(root);

/** The degree of growth above which a pattern counts as slower than linear, with some tolerance for the measurement. */
const LINEAR = 1.4;
const QUADRATIC = 2.3;

const ownCode = 'reads modules of the workspace, which are run with the rights of whoever reads them';
/** Patterns whose matching time may grow quadratically, and why this cannot be exploited. */
const quadratic: Readonly<Record<string, string>> = {
  'runner/cli/main.ts': 'reads what was typed on the command line',
  'runner/run/load/entry-warnings.ts': ownCode,
  'runner/run/prepare/git-commit.ts': 'reads names of environment variables',
  'runner/run/try/refusal-sentences.ts': 'reads sentences of at most 500 characters',
  'runner/scripts/bundle-module.ts': ownCode,
  'runner/scripts/bundle-sources.ts': ownCode,
  'runner/scripts/code-comments.ts': ownCode,
  'runner/scripts/code-lint/hook-variables.ts': ownCode,
  'runner/scripts/code-lint/misread-values.ts': ownCode,
  'runner/scripts/code-lint/pass-without-finding.ts': ownCode,
  'runner/scripts/code-lint/shared-variables.ts': ownCode,
  'runner/scripts/code-lint/text-comparisons.ts': ownCode,
  'runner/scripts/code-warnings.ts': ownCode,
  'runner/scripts/constant-conditions.ts': ownCode,
  'runner/scripts/constant-verdicts.ts': ownCode,
  'runner/scripts/definition-location.ts': `${ownCode}, line by line`,
  'runner/scripts/function-names.ts': ownCode,
  'runner/scripts/module-reevaluation-plugin.ts': ownCode,
  'runner/scripts/test-object/doubtful-checks.ts': ownCode,
  'runner/scripts/user-scorers/scorer-exports.ts': ownCode,
};

describe('the regular expressions of the program', () => {
  it('are found: literals, and what RegExp is given', () => {
    expect(patterns.length).toBeGreaterThan(400);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file with a template
    const text = "const a = /x+/g; const b = 'y*'; f(new RegExp(`^${b}${c}$`, 'i'), RegExp(a.source), [1, /z/]);";
    expect(
      findPatternsInText(text)
        .map(({ source, flags }) => `/${source}/${flags}`)
        .toSorted(),
    ).toEqual(['/^y*word$/i', '/x+/', '/x+/g', '/z/']);
  });

  const distinct = [...new Map(patterns.map((found) => [`${found.source}/${found.flags}`, found])).values()];
  const grown = distinct
    .map((found) => ({ ...found, ...findWorstGrowth(found.source, found.flags) }))
    .filter(({ degree }) => degree > LINEAR);

  it('need no more steps than a text has characters, times a constant, whoever wrote the text', () => {
    const unknown = grown.filter(({ file, degree }) => degree > QUADRATIC || !(file in quadratic));
    expect(unknown).toEqual([]);
  });

  it('have no exception that they do not need', () => {
    expect(Object.keys(quadratic)).toEqual([...new Set(grown.map(({ file }) => file))].toSorted());
  });
});

describe('a pattern that takes', () => {
  it.each([
    /(a+)+$/,
    /(a|a)*b/,
    /(\w+\s?)*$/,
    /(a|aa)+$/,
    /^(\d+)*$/,
    /(.*)*x/,
    /(x+x+)+y/,
    /^([a-z]+-?)+$/,
    /(\s*\/\/[^\n]*\n\s*)*x/,
    /^(?:a*b?)*$/,
    /^(([a-z])+.)+[A-Z]([a-z])+$/,
  ])('exponential time is found: %s', ({ source, flags }) =>
    expect(findWorstGrowth(source, flags).degree).toBe(Number.POSITIVE_INFINITY),
  );

  it.each([/a*a*a*$/, /^.*a.*b.*c.*$/, /\[.*\]\(.*\)/])('cubic time is found: %s', ({ source, flags }) =>
    expect(findWorstGrowth(source, flags).degree).toBeGreaterThan(QUADRATIC),
  );

  it.each([
    /\s+$/,
    /^\s+|\s+$/g,
    /a.*b/,
    /<!--[\s\S]*?-->/,
    /[^.]+$/,
    /(?<=a+)b/,
    /^\s*\/\/.*$/gm,
    /^x:\s*(.+)$/,
    /"(?:[^"\\]|\\.)*"/g,
    /^[^\S\n]*\/\/.*$/gm,
  ])('quadratic time is found: %s', ({ source, flags }) => {
    const { degree } = findWorstGrowth(source, flags);
    expect(degree).toBeGreaterThan(1.7);
    expect(degree).toBeLessThan(QUADRATIC);
  });

  it.each([/^\s*\w+$/, /^a+b+c+$/, /a{1,200}b/, /".*"/, /(?<!-)-+$/, /[:.].*$/s, /^(?:a|b)*$/])(
    'linear time is left alone: %s',
    ({ source, flags }) => expect(findWorstGrowth(source, flags).degree).toBeLessThan(LINEAR),
  );
});
