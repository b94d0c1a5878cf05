import { describe, expect, it } from 'vitest';
import { startFlags, wrongPort } from './start-flags.mjs';

describe('npm start', () => {
  it('takes its port from a flag, else from PORT', () => {
    expect(startFlags([], {})).toEqual([]);
    expect(startFlags([], { PORT: '' })).toEqual([]);
    expect(startFlags(['--no-token'], { PORT: '5000' })).toEqual(['--no-token', '--port', '5000']);
    expect(startFlags(['--port', '6000'], { PORT: '5000' })).toEqual(['--port', '6000']);
    expect(startFlags(['--port=6000'], { PORT: '5000' })).toEqual(['--port=6000']);
  });

  it('takes a port that npm took for its own', () => {
    expect(startFlags([], { PORT: '5000', npm_config_port: '6000' })).toEqual(['--port', '6000']);
  });

  it.each([
    [[], undefined],
    [['--no-token'], undefined],
    [['--port', '0'], undefined],
    [['--port=65535'], undefined],
    [['--port', '65536'], '"65536" is not a port. Name a number up to 65535, or leave it out: PORT=4319 npm start'],
    [['--port=abc'], expect.stringContaining('"abc" is not a port')],
    [['--port'], expect.stringContaining('"" is not a port')],
  ])('refuses a port that is none before it builds: %j', (flags, problem) => {
    expect(wrongPort(flags)).toEqual(problem);
  });
});
