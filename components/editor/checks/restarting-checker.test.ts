import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEdits, type CheckedDocument, createDocumentCheck } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';
import { createMainThreadChecker } from './main-thread-checker';
import { type CheckLocation, createRestartingChecker } from './restarting-checker';
import type { CheckWorker } from './worker-checker';

const text = '{"id": "a", "input": "x"}\n{"id": "a", "input": "y"}\n';

let checks: CheckedDocument[];
let usedThreads: CheckLocation[];
beforeEach(() => {
  checks = [];
  usedThreads = [];
});

function open(startWorker: () => CheckWorker) {
  return createRestartingChecker({
    suiteKey: 'tests/a.jsonl',
    onChecked: (checked) => checks.push(checked),
    onPlace: (thread) => usedThreads.push(thread),
    startWorker,
  });
}

it('a check that breaks in the page is told, and the next text is tried again', async () => {
  let broken = 0;
  let loads = 0;
  const checker = createMainThreadChecker({
    suiteKey: 'tests/a.jsonl',
    onChecked: (checked) => checks.push(checked),
    onBroken: () => {
      broken += 1;
    },
    load: () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('the server is gone')) : import('./create-text-check');
    },
  });
  checker.update(text);
  await vi.waitFor(() => expect(broken).toBe(1));
  checker.update(`${text}\n`);
  await vi.waitFor(() => expect(checks.map((checked) => checked.text)).toEqual([`${text}\n`]));
  checker.close();
});

/** A fake worker that checks texts like the real one until it fails. */
class LocalWorker implements CheckWorker {
  onmessage: CheckWorker['onmessage'] = null;
  onmessageerror: CheckWorker['onmessageerror'] = null;
  onerror: CheckWorker['onerror'] = null;
  readonly requests: CheckRequest[] = [];
  isTerminated = false;
  postMessage(request: CheckRequest): void {
    this.requests.push(request);
  }
  answer(): void {
    const request = this.requests.at(-1);
    if (request?.kind !== 'open') throw new Error('nothing was opened');
    const { entries, crossEntryProblems } = createDocumentCheck({ file: 'tests/a.jsonl' }).readParts(request.text);
    const data: CheckAnswer = { fresh: entries, kept: 0, tail: 0, crossEntryProblems, isAnswer: true };
    this.onmessage?.(new MessageEvent('message', { data }));
  }
  break(): void {
    this.onmessageerror?.(new MessageEvent('messageerror'));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

/** A fake worker that answers requests one by one, when the test allows it. */
class DiligentWorker extends LocalWorker {
  readonly #check = createDocumentCheck({ file: 'tests/a.jsonl' });
  #text = '';
  override answer(): void {
    for (const request of this.requests.splice(0)) {
      this.#text = request.kind === 'open' ? request.text : applyEdits(this.#text, [request.edit]);
      const {
        entries,
        crossEntryProblems,
        unchangedAtStart: kept,
        unchangedAtEnd: tail,
      } = this.#check.readParts(this.#text);
      const changedEntries = entries.slice(kept, entries.length - tail);
      const data: CheckAnswer = { fresh: changedEntries, kept, tail, crossEntryProblems, isAnswer: true };
      this.onmessage?.(new MessageEvent('message', { data }));
    }
  }
}

describe('the check of a file', () => {
  it('takes a long one in parts, and tells what is in all of it', { tags: 'thorough' }, () => {
    const worker = new DiligentWorker();
    const client = open(() => worker);
    const lines = Array.from({ length: 9_000 }, (_, line) => `{"id": "case ${line % 8_999}", "input": "hello, you"}`);
    const longFile = `${lines.join('\n')}\n{"id": "in several\nlines", "inputs": 1}`;
    client.update(longFile);
    expect(worker.requests.map(({ kind }) => kind)).toEqual(['open', 'change', 'change', 'change']);
    worker.answer();
    const alone = createDocumentCheck({ file: 'tests/a.jsonl' }).check(longFile);
    expect(checks).toHaveLength(1);
    expect(checks[0]?.cases).toHaveLength(9_001);
    expect(JSON.stringify(checks[0])).toBe(JSON.stringify(alone));
    client.update(`${longFile}\n`);
    expect(worker.requests.map(({ kind }) => kind)).toEqual(['change']);
  });

  it('goes on in a new worker when the first one breaks, with the latest text', () => {
    const workers: LocalWorker[] = [];
    const client = open(() => {
      const worker = new LocalWorker();
      workers.push(worker);
      return worker;
    });
    client.update('{"id": "old"}');
    client.update(text);
    workers[0]?.break();
    workers[0]?.break();
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    expect(workers[1]?.requests).toEqual([{ kind: 'open', suiteKey: 'tests/a.jsonl', text }]);
    workers[0]?.answer();
    expect(checks).toEqual([]);
    workers[1]?.answer();
    expect(checks.map((checked) => [checked.text, checked.cases.length, checked.problems.length])).toEqual([
      [text, 2, 1],
    ]);
    expect(usedThreads).toEqual([]);
    client.close();
    expect(workers[1]?.isTerminated).toBe(true);
  });

  it('goes on in the page when no worker starts, and says so', async () => {
    const client = open(() => {
      throw new Error('the policy of the page forbids it');
    });
    client.update(text);
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    client.update(`${text}// more\n`);
    await vi.waitFor(() => expect(checks).toHaveLength(2));
    expect(checks.map(({ problems }) => problems.length)).toEqual([1, 1]);
    expect(checks[1]?.text).toBe(`${text}// more\n`);
    expect(new Set(usedThreads)).toEqual(new Set(['here']));
    client.close();
  });

  it('goes on in the page when every worker breaks', async () => {
    const client = open(() => {
      const worker = new LocalWorker();
      queueMicrotask(() => worker.break());
      return worker;
    });
    client.update(text);
    await vi.waitFor(() => expect(checks).toHaveLength(1));
    expect(usedThreads.at(-1)).toBe('here');
    client.close();
  });
});
