import { useMemo } from 'react';
import { cn } from '@/components/ui/cn';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import type { Json } from '@/runner/values';
import { type DiffLine, diffJsonLines } from './diff-json-lines';

type SideNames = { before: string; after: string };

type Props = { before: Json; after: Json; names: SideNames };

/** Shows the differences of two values line by line. Unchanged lines are collapsed. */
export function LineDiff({ before, after, names }: Props) {
  const lines = useMemo(() => diffJsonLines(before, after), [before, after]);
  return (
    <figure aria-label="Difference" className="rounded-sm bg-sunken">
      <figcaption className="flex gap-3 px-2 pt-1.5 font-mono text-2xs">
        <span className="text-fail">− {names.before}</span>
        <span className="text-pass">+ {names.after}</span>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto py-1.5 font-mono text-2xs text-ink-soft"
      >
        {lines.map((line, position) => (
          <DiffLineView key={position} line={line} names={names} />
        ))}
      </pre>
    </figure>
  );
}

function DiffLineView({ line, names }: { line: DiffLine; names: SideNames }) {
  if (line.side === 'folded') {
    return <span className="block px-2 text-ink-faint">⋯ {formatCountWithNoun(line.count, 'equal line')}</span>;
  }
  const { sign, name, look } = lineLookBySide[line.side];
  return (
    <span className={cn('block whitespace-pre-wrap break-words px-2', look)}>
      <span aria-hidden>{sign} </span>
      {name !== undefined && <span className="sr-only">{names[name]}: </span>}
      {replaceInvisibleCharacters(line.text)}
      {'\n'}
    </span>
  );
}

const lineLookBySide = {
  both: { sign: ' ', name: undefined, look: undefined },
  expected: { sign: '−', name: 'before', look: 'bg-fail-soft text-fail' },
  actual: { sign: '+', name: 'after', look: 'bg-pass-soft text-pass' },
} as const;
