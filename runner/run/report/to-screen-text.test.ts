import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createStyleText } from '../../reporters/console/style-text.ts';
import { formatWorkflowCommand, replaceCommandPrefix } from '../../reporters/github/workflow-command.ts';
import { makeTextSafeForScreen } from './to-screen-text.ts';

const screen = { isTTY: true };
const pipe = { isTTY: false };

const log = { isLog: true };

describe('format of the files to the log of a CI', () => {
  it.each([
    ['::stop-commands::x', '\\::stop-commands::x'],
    ['a\n \t::add-mask::x\n', 'a\n \t\\::add-mask::x\n'],
    ['a\r::error::x', 'a\u240d::error::x'],
    ['a ##[error]x ##vso[task.setvariable]y', 'a ##\\[error]x ##vso\\[task.setvariable]y'],
    ["##teamcity[setParameter name='a']", "##teamcity\\[setParameter name='a']"],
    ['std::string, # [a], ##', 'std::string, # [a], ##'],
  ])('is no command: %j', (text, expected) => {
    expect(makeTextSafeForScreen(text, log)).toBe(expected);
    expect(makeTextSafeForScreen(text, pipe)).toBe(text.replace('\r', '\u240d'));
  });

  it('is the same JSON', () => {
    const json = JSON.stringify({ text: 'a ##[error]x\n::error::y ##vso[z]' });
    for (const text of [json, `${json}\n${json}\n`, JSON.stringify(JSON.parse(json), undefined, 2)]) {
      const output = makeTextSafeForScreen(text, log);
      expect(output).not.toContain('##[');
      expect(output).not.toContain('##vso[');
      expect(output.replaceAll('\\u005b', '[')).toBe(text);
    }
  });

  it('has annotations of our own, which end with their line', () => {
    const ownCommand = replaceCommandPrefix(
      formatWorkflowCommand({ severity: 'error', title: '::a', message: '##[b]\n::c' }),
    );
    expect(makeTextSafeForScreen(`x\n${ownCommand}\n::d::\n`, log)).toBe(
      'x\n::error title=%3A%3Aa::##\\[b]%0A::c\n\\::d::\n',
    );
    expect(makeTextSafeForScreen(`${ownCommand}\n`, screen)).toBe('::error title=%3A%3Aa::##\\[b]%0A::c\n');
  });
});

describe('format of the files to a terminal', () => {
  it.each([
    ['\u001b[2J', '\u241b[2J'],
    ['\u001b]0;title\u0007', '\u241b]0;title\u2407'],
    ['\u001b[8mhidden', '\u241b[8mhidden'],
    ['\u001b[32mPASSED\u001b[39m', '\u241b[32mPASSED\u241b[39m'],
    ['passed\rfailed', 'passed\u240dfailed'],
    ['a\u0000b\u007f', 'a\u2400b\u2421'],
  ])('moves, hides and sets nothing, nor in a pipe: %j', (text, expected) => {
    expect(makeTextSafeForScreen(text, screen)).toBe(expected);
    expect(makeTextSafeForScreen(text, pipe)).toBe(expected);
  });

  it('shows what turns the direction of writing; a program that reads JSON gets it as it is', () => {
    expect(makeTextSafeForScreen('a\u202eb', screen)).toBe('a⟦U+202E⟧b');
    const json = JSON.stringify({ text: 'a\u202eb\u001b[2J\r\n\ud800' });
    expect(JSON.parse(makeTextSafeForScreen(json, pipe))).toEqual(JSON.parse(json));
  });

  it('keeps its own colours, its line of progress, and line ends', () => {
    const paint = createStyleText(true);
    const styles = ['green', 'red', 'magenta', 'yellow', 'gray', 'cyan', 'bold', 'dim'] as const;
    const text = styles.map((style) => paint(style, 'x')).join('\n');
    const coloured = styles.map((style) => styleText(style, 'x', { validateStream: false })).join('\n');
    expect(makeTextSafeForScreen(text, screen)).toBe(coloured);
    expect(makeTextSafeForScreen('\r\u001b[2Kline\r\n\tnext', screen)).toBe('\r\u001b[2Kline\r\n\tnext');
  });
});
