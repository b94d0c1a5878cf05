import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { loadContextFile } from './context-file.ts';
import { formatProblem, InputError } from './problem.ts';

async function load(text: string) {
  const root = await createTemporaryWorkspace({ 'ctx.json': text });
  return loadContextFile(path.join(root, 'ctx.json'), 'ctx.json');
}

const loadEnvironment = async (text: string) => (await load(text)).environment;
const misplacedIn = async (text: string) => (await load(text)).misplaced.map(formatProblem);

async function loadProblems(text: string): Promise<readonly string[]> {
  const error = await load(text).then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown,
  );
  return error instanceof InputError ? error.details : [String(error)];
}

describe('a context file', () => {
  it('says who talks to the agent, in the names that a run uses', async () => {
    const context = {
      chat_id: 'CH',
      authorized: { user_id: 'u', team_id: 't', sub: 'S', tenant_id: 'TEN', constraints: { owner_only: true } },
      metadata: { mode: 'test' },
      client: { type: 'web', ip: '1.2.3.4', user_agent: 'UA' },
      locale: 'zh-cn',
      referer: 'api',
    };
    expect(await loadEnvironment(`\ufeff${JSON.stringify(context, undefined, 2)}`)).toEqual({
      chatId: 'CH',
      userId: 'u',
      teamId: 't',
      authorized: { sub: 'S', tenant_id: 'TEN', constraints: { owner_only: true } },
      metadata: { mode: 'test' },
      clientType: 'web',
      clientIp: '1.2.3.4',
      userAgent: 'UA',
      locale: 'zh-cn',
      referer: 'api',
    });
  });

  it('may be empty, and null means not given', async () => {
    expect(await loadEnvironment('{}')).toEqual({});
    expect(await loadEnvironment('{"locale": null, "authorized": {"user_id": null}}')).toEqual({});
  });

  it.each([
    ['{"locale": "de",}', ['ctx.json:1:17: found "}" after a comma; remove the comma']],
    ['', ['ctx.json:1:1: expected a value, found the end']],
    ['[]', ['ctx.json:1:1: a context is an object: {"authorized": {"user_id": "…"}}']],
    ['{"local": "de"}', ['ctx.json:1:2: unknown key "local" (did you mean "locale"?)']],
    ['{"authorized": {\n  "userid": "u"\n}}', ['ctx.json:2:3: unknown key "userid" (did you mean "user_id"?)']],
    ['{"metadata": []}', ['ctx.json:1:14: "metadata" must be an object, not a list']],
    ['{"chat_id": ""}', ['ctx.json:1:13: "chat_id" must not be empty']],
    ['{"client": {"ip": 5}}', ['ctx.json:1:19: "client.ip" must be a text, not the number 5']],
  ])('%s is refused with its place', async (text, problems) => {
    expect(await loadProblems(text)).toEqual(problems);
  });

  it('warns of a user in "metadata", where it sets no user of the run', async () => {
    const message = (key: string, name: string, level: string) =>
      `"${key}" in "metadata" does not set "${name}" of the run; move it to ${level}`;
    expect(await misplacedIn('{"metadata": {"user_id": "bob",\n "teamId": "t", "chat_id": "c"}}')).toEqual([
      `ctx.json:1:15: ${message('user_id', 'user_id', '"authorized"')}`,
      `ctx.json:2:2: ${message('teamId', 'team_id', '"authorized"')}`,
      `ctx.json:2:17: ${message('chat_id', 'chat_id', 'the top level')}`,
    ]);
    const contextText = '{"metadata": {"authorized": {"user_id": "bob"}}}';
    expect(await misplacedIn(contextText)).toEqual([
      `ctx.json:1:15: ${message('authorized', 'authorized', 'the top level')}`,
    ]);
  });

  it.each([
    '{"metadata": {"user_id": "bob"}, "authorized": {"user_id": "bob"}}',
    '{"metadata": {"client": "ACME", "authorized": true, "user": "bob", "locale": "de", "scope": "read"}}',
    '{"metadata": {"user_id": {"column": 1}}}',
  ])('%s has no such key', async (text) => {
    expect(await misplacedIn(text)).toEqual([]);
  });

  it('that is not there is named', async () => {
    await expect(loadContextFile('/nowhere/ctx.json', 'ctx.json')).rejects.toThrow(
      'cannot read the context ctx.json: the file does not exist',
    );
  });
});
