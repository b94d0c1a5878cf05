import { useMemo } from 'react';
import { TextDiff } from '@/components/compare/text-diff';
import { cn } from '@/components/ui/cn';
import { plural } from '@/lib/format';
import type { Json } from '@/runner/contract';
import { type DiffLine, lineDiff } from './line-diff';

type Props = { expected: Json; actual: Json };

/** What was expected against what came: short texts word by word, everything else line by line. */
export function ValueDiff({ expected, actual }: Props) {
  if (isLine(expected) && isLine(actual)) return <WordDiff expected={expected} actual={actual} />;
  return <LineDiff expected={expected} actual={actual} />;
}

function isLine(value: Json): value is string {
  return typeof value === 'string' && !value.includes('\n');
}

function WordDiff({ expected, actual }: { expected: string; actual: string }) {
  return (
    <dl aria-label="Difference" className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs">
      <dt className="text-ink-faint">Expected</dt>
      <dd className="whitespace-pre-wrap break-words">
        {expected === '' ? '(empty text)' : <TextDiff text={expected} other={actual} side="before" />}
      </dd>
      <dt className="text-ink-faint">Actual</dt>
      <dd className="whitespace-pre-wrap break-words">
        {actual === '' ? '(empty text)' : <TextDiff text={actual} other={expected} side="after" />}
      </dd>
    </dl>
  );
}

function LineDiff({ expected, actual }: Props) {
  const lines = useMemo(() => lineDiff(expected, actual), [expected, actual]);
  return (
    <figure aria-label="Difference" className="rounded-sm bg-sunken">
      <figcaption className="flex gap-3 px-2 pt-1.5 font-mono text-2xs">
        <span className="text-fail">− expected</span>
        <span className="text-pass">+ actual</span>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable without a mouse
        tabIndex={0}
        className="max-h-80 overflow-auto py-1.5 font-mono text-2xs text-ink-soft"
      >
        {lines.map((line, position) => (
          <Line key={position} line={line} />
        ))}
      </pre>
    </figure>
  );
}

function Line({ line }: { line: DiffLine }) {
  if (line.side === 'folded') {
    return <span className="block px-2 text-ink-faint">⋯ {plural(line.count, 'equal line')}</span>;
  }
  const { sign, word, look } = sides[line.side];
  return (
    <span className={cn('block whitespace-pre-wrap break-words px-2', look)}>
      <span aria-hidden>{sign} </span>
      {word !== undefined && <span className="sr-only">{word}: </span>}
      {line.text}
      {'\n'}
    </span>
  );
}

const sides = {
  both: { sign: ' ', word: undefined, look: undefined },
  expected: { sign: '−', word: 'expected', look: 'bg-fail-soft text-fail' },
  actual: { sign: '+', word: 'actual', look: 'bg-pass-soft text-pass' },
};
