import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { createReviewQueue, listReviewQueues, readReviewQueue } from './review-queues.ts';

let root: string;
beforeEach(async () => {
  root = await createTemporaryWorkspace({});
  mkdirSync(path.join(root, 'reviews'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(path.join(root, 'reviews', name), text);

describe('the review queues of a workspace', () => {
  it('are files with comments; one that is broken names its line and hides no other', () => {
    write(
      'tone.jsonc',
      '// Asked by the support team.\n{"question": "Would you send it?", "labels": ["yes", "no"],}\n',
    );
    write('later.jsonc', '{\n  "version": 2,\n  "question": "?"\n}');
    write('open.jsonc', '{\n  "question": "Is it kind?"\n');
    write('wrong.jsonc', '{\n  "question": "Is it kind?",\n  "lables": ["yes", "no"]\n}');
    write('twice.jsonc', '{\n  "question": "Is it kind?",\n  "labels": ["yes", {"label": "yes"}]\n}');
    write('pairs.jsonc', '{"question": "Which?", "compare": ["a", "b"], "labels": ["x", "y"]}');
    write('notes.txt', 'no queue');
    expect(listReviewQueues(root).map(({ name, problem }) => [name, problem?.split('\n')[0]])).toEqual([
      ['later', 'reviews/later.jsonc:2:3: version: this program reads version 1'],
      ['open', 'reviews/open.jsonc:3:1: CloseBraceExpected'],
      ['pairs', expect.stringContaining('labels: a queue of pairs takes no labels')],
      ['tone', undefined],
      ['twice', 'reviews/twice.jsonc:3:3: labels: two labels are the same'],
      ['wrong', 'reviews/wrong.jsonc:3:3: Unrecognized key: "lables"'],
    ]);
    expect(readReviewQueue(root, 'tone')).toMatchObject({ version: 1, runs: 1, people: 1, labels: ['yes', 'no'] });
    expect(() => readReviewQueue(root, 'open')).toThrow('reviews/open.jsonc:3:1');
  });

  it('are created once, and never written over', async () => {
    const queue = { version: 1, question: 'Is it kind?', runs: 1, people: 2 } as const;
    expect(await createReviewQueue(root, { name: 'tone', queue })).toBe('reviews/tone.jsonc');
    expect(readReviewQueue(root, 'tone')).toEqual(queue);
    write('tone.jsonc', '{"question": "Mine?"}');
    await expect(createReviewQueue(root, { name: 'tone', queue })).rejects.toThrow('reviews/tone.jsonc already exists');
    expect(readFileSync(path.join(root, 'reviews/tone.jsonc'), 'utf8')).toBe('{"question": "Mine?"}');
  });

  it('are neither read nor written outside of their folder', async () => {
    writeFileSync(path.join(root, 'secret.jsonc'), '{"question": "Secret?"}');
    symlinkSync(path.join(root, 'secret.jsonc'), path.join(root, 'reviews', 'link.jsonc'));
    expect(listReviewQueues(root)).toEqual([]);
    for (const name of ['../secret', 'link', 'a\0', '.hidden', '/etc/passwd', 'gone']) {
      expect(() => readReviewQueue(root, name), name).toThrow('There is no review queue');
    }
    const queue = { version: 1, question: '?', runs: 1, people: 1 } as const;
    for (const name of ['../secret', 'a/b', 'a\\b', '.hidden', 'a\0b', 'x'.repeat(81)]) {
      await expect(createReviewQueue(root, { name, queue }), name).rejects.toThrow('cannot be the name');
    }
  });
});
