import { LineDiff } from '@/components/inspector/line-diff-view';
import { TitledJsonView } from '@/components/json/titled-json-view';
import type { ToolCall } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';
import { type Json, toCanonicalJson } from '@/runner/values';
import { getCallResultOrError, type ToolCallPair } from '@/runner/verdict';
import { changedRangeClass, type DiffSide } from './find-changed-ranges';
import { listJsonLeaves } from './list-json-leaves';
import type { SideLabels } from './side-labels';
import { TextDiff } from './text-diff';

type Props = { tools: readonly ToolCallPair[]; words: SideLabels };

/** Shows the tool calls of a turn, each next to the matching call of the other conversation. */
export function ToolCallPairs({ tools, words }: Props) {
  return (
    <ul aria-label="Tool calls" className="flex flex-col divide-y border-t bg-sunken text-xs">
      {tools.map((pair, position) => (
        <li key={position} className="flex flex-col gap-1.5 px-3 py-2">
          <p className="break-words">
            <span className="font-medium font-mono text-2xs">{replaceInvisibleCharacters(pair.tool)}</span>{' '}
            <span className={pair.change === 'same' ? 'text-ink-faint' : 'text-ink-soft'}>
              {describeToolPair(pair, words)}
            </span>
            {[pair.before, pair.after].some((call) => call?.mocked === true) && (
              <span className="text-ink-faint"> (mocked)</span>
            )}
          </p>
          {pair.change !== 'same' && <ToolCallDifferences pair={pair} words={words} />}
        </li>
      ))}
    </ul>
  );
}

function describeToolPair({ change, differs }: ToolCallPair, { before, after }: SideLabels): string {
  if (change === 'added') return `is called only ${after}`;
  if (change === 'removed') return `is called only ${before}`;
  if (change === 'same') return 'same arguments, same result';
  const words = { arguments: 'different arguments', result: 'a different result' };
  return `is called with ${differs.map((part) => words[part]).join(' and ')}`.replace(
    'with a different',
    'and returns a different',
  );
}

function ToolCallDifferences({ pair: { before, after, differs }, words }: { pair: ToolCallPair; words: SideLabels }) {
  if (before === undefined || after === undefined) return <SingleToolCall call={before ?? after} />;
  return (
    <>
      <ArgumentDiffTable before={before.arguments} after={after.arguments} words={words} />
      {differs.includes('result') ? (
        <div>
          <p className="text-2xs text-ink-faint">Result</p>
          <LineDiff before={getCallResultOrError(before)} after={getCallResultOrError(after)} names={words} />
        </div>
      ) : (
        <p className="text-2xs text-ink-faint">Same result</p>
      )}
    </>
  );
}

function SingleToolCall({ call }: { call: ToolCall | undefined }) {
  return (
    <>
      <TitledJsonView title="Arguments" value={call?.arguments} />
      <TitledJsonView title="Result" value={call === undefined ? undefined : getCallResultOrError(call)} />
    </>
  );
}

type ArgumentDiffProps = { before: Json | undefined; after: Json | undefined; words: SideLabels };

/** A table of a tool call's arguments with one row per value. Values that differ from the matching call are marked. */
function ArgumentDiffTable({ before, after, words }: ArgumentDiffProps) {
  const left = listJsonLeaves(before);
  const right = listJsonLeaves(after);
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  return (
    <table aria-label="Arguments" className="w-full table-fixed text-2xs">
      <thead className="text-ink-faint">
        <tr>
          <th scope="col" className="w-1/4 text-left font-normal">
            Argument
          </th>
          {[words.before, words.after].map((word) => (
            <th key={word} scope="col" className="pl-2 text-left font-normal first-letter:uppercase">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {paths.map((path) => {
          const [leftValue, rightValue] = [left.get(path), right.get(path)];
          const changed = formatArgumentValue(leftValue) !== formatArgumentValue(rightValue);
          return (
            <tr key={path} className="border-t align-baseline">
              <th scope="row" className="break-words py-0.5 text-left font-mono font-normal">
                {path === '' ? 'all' : replaceInvisibleCharacters(path)}
                {changed && <span className="ml-1.5 font-sans text-late">changed</span>}
              </th>
              <ArgumentValueCell value={leftValue} other={rightValue} side="before" changed={changed} />
              <ArgumentValueCell value={rightValue} other={leftValue} side="after" changed={changed} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type CellProps = { value: Json | undefined; other: Json | undefined; side: DiffSide; changed: boolean };

function ArgumentValueCell({ value, other, side, changed }: CellProps) {
  const text = formatArgumentValue(value);
  return (
    <td className="break-words py-0.5 pl-2 font-mono">
      {value === undefined && <span className="font-sans text-ink-faint">none</span>}
      {value !== undefined && !changed && <span className="text-ink-faint">{replaceInvisibleCharacters(text)}</span>}
      {value !== undefined && changed && typeof value === 'string' && typeof other === 'string' && (
        <TextDiff text={value} other={other} side={side} />
      )}
      {value !== undefined && changed && !(typeof value === 'string' && typeof other === 'string') && (
        <mark className={changedRangeClass[side]}>{replaceInvisibleCharacters(text)}</mark>
      )}
    </td>
  );
}

function formatArgumentValue(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : toCanonicalJson(value);
}
