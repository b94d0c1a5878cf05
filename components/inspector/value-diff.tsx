import { TextDiff } from '@/components/compare/text-diff';
import type { Json } from '@/runner/values';
import { LineDiff } from './line-diff-view';

type Props = { expected: Json; actual: Json };

/** Shows the expected value beside the actual one: short texts compared word by word, everything else line by line. */
export function ValueDiff({ expected, actual }: Props) {
  if (isSingleLine(expected) && isSingleLine(actual)) return <WordDiff expected={expected} actual={actual} />;
  return <LineDiff before={expected} after={actual} names={{ before: 'expected', after: 'actual' }} />;
}

function isSingleLine(value: Json): value is string {
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
