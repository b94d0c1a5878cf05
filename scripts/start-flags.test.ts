import { describe, expect, it } from 'vitest';
import { startFlags } from './start-flags.mjs';

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
});
