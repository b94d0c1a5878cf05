import { describe, expect, it } from 'vitest';
import { addFlagDefaults } from '../flags/test-flags.ts';
import { buildRerunCommand } from './rerun-command.ts';

const command = (flags: object): string =>
  buildRerunCommand({ ...addFlagDefaults(flags), input: 'a b.jsonl', inputs: ['a b.jsonl'] }, ['T1']);

describe('the command that runs failed cases again', () => {
  it('names the input and the cases, quoted for a shell', () => {
    expect(command({})).toBe("npx turntree test 'a b.jsonl' --case T1");
  });

  it('names an address, and not the name that its agent has in the run', () => {
    expect(command({ url: 'http://127.0.0.1:1/chat', name: '127.0.0.1:1/chat' })).toBe(
      "npx turntree test 'a b.jsonl' --url http://127.0.0.1:1/chat --case T1",
    );
  });

  it('does not record over a cassette', () => {
    expect(command({ record: true })).toBe("npx turntree test 'a b.jsonl' --case T1");
  });

  it('says again whatever decides how a case goes', () => {
    const text = command({ name: 'echo', user: 'kim', timeout: 400, before: 'env_test.BeforeAll', replay: 'strict' });
    expect(text).toBe(
      "npx turntree test 'a b.jsonl' -n echo -u kim --timeout 400ms --replay strict --before env_test.BeforeAll --case T1",
    );
  });
});
