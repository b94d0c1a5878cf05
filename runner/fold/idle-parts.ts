import { namesInShort } from '../values/index.ts';
import type { CaseRow } from './run-state.ts';
import { isSetAside } from './set-aside.ts';

type PlayedCase = Pick<CaseRow, 'id' | 'suiteKey' | 'setAside' | 'attempts'>;

/** A case that passed, and its parts that did nothing in any attempt that passed. */
export type IdleCase = { row: PlayedCase; parts: string[] };

/** The parts of cases that could as well not be there: a mock that nobody called, a checkpoint that nobody needed. */
export function idleParts(rows: readonly PlayedCase[]): IdleCase[] {
  return rows.flatMap((row) => {
    if (isSetAside(row)) return [];
    const [first, ...others] = row.attempts.filter(({ status }) => status === 'passed');
    const parts = (first?.idle ?? []).filter((part) => others.every(({ idle = [] }) => idle.includes(part)));
    return parts.length === 0 ? [] : [{ row, parts }];
  });
}

/** The same in a line; nothing where every part did something. */
export function idleText(rows: readonly PlayedCase[]): string | undefined {
  const idle = idleParts(rows);
  if (idle.length === 0) return undefined;
  return namesInShort(idle.map(({ row, parts }) => `${row.id} (${parts.join(', ')})`));
}
