import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import type { CaseRow } from '@/runner/fold';
import { formatCount, formatPercent } from '@/runner/format';
import { groupScoresByMetadata, groupScoresByTag, type ScoreGroup } from '@/runner/verdict';

const MAX_ROWS = 50;

type Props = { rows: readonly CaseRow[]; groupBy: readonly string[] | undefined; hrefOf: (filter: string) => string };

/**
 * Shows the scores by tag and by metadata column, each with a link to its cases. The columns are those in `groupBy`; by
 * default, all with texts as values.
 */
export function ScoreGroups({ rows, groupBy, hrefOf }: Props) {
  const tags = groupScoresByTag(rows);
  const columns = groupScoresByMetadata(rows, groupBy);
  if (tags.length + columns.length === 0) {
    return (
      <Notice
        title="Nothing to group by yet"
        details={['Scores are grouped by the tags of their cases and by every column other than the standard ones.']}
      />
    );
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(22rem,100%),1fr))] items-start gap-4 p-4">
      {tags.length > 0 && (
        <ScoreGroupTable title="tag" groups={tags} filterOf={(name) => hrefOf(`@${quoteFilterTerm(name)}`)} />
      )}
      {columns.map(({ column, groups }) => (
        <ScoreGroupTable
          key={column}
          title={column}
          groups={groups}
          filterOf={(name) => hrefOf(quoteFilterTerm(name))}
        />
      ))}
    </div>
  );
}

type TableProps = { title: string; groups: readonly ScoreGroup[]; filterOf: (name: string) => string };

function ScoreGroupTable({ title, groups, filterOf }: TableProps) {
  const hiddenCount = groups.length - MAX_ROWS;
  return (
    <section aria-label={`Scores by ${title}`} className="rounded-lg border bg-surface px-4 py-3">
      <table className="w-full table-fixed text-sm tabular-nums">
        <caption className="mb-2 text-left font-semibold text-xs">By {title}</caption>
        <thead className="text-2xs text-ink-faint">
          <tr>
            <th scope="col" className="text-left font-normal">
              Value
            </th>
            <th scope="col" className="w-24 text-left font-normal">
              <span className="sr-only">Bar</span>
            </th>
            <th scope="col" className="w-24 text-right font-normal">
              In range
            </th>
            <th scope="col" className="w-16 text-right font-normal">
              Rate
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, MAX_ROWS).map(({ name, passed, total }) => (
            <tr key={name} className="border-t">
              <th scope="row" className="break-words py-1 pr-2 text-left font-normal">
                {name === '' ? (
                  <span className="text-ink-faint italic">(empty)</span>
                ) : (
                  <TextLink href={filterOf(name)}>{name}</TextLink>
                )}
              </th>
              <td className="py-1 pr-2">
                <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-fail-soft">
                  <span className="block h-full bg-pass" style={{ width: `${(passed / total) * 100}%` }} />
                </span>
              </td>
              <td className="whitespace-nowrap py-1 text-right">
                {passed} of {total}
              </td>
              <td className="py-1 pl-2 text-right font-medium">{formatPercent(passed / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenCount > 0 && <p className="mt-2 text-ink-faint text-xs">and {formatCount(hiddenCount)} more values</p>}
    </section>
  );
}

function quoteFilterTerm(text: string): string {
  return /^[^\s"!@:]+$/.test(text) ? text : `"${text.replaceAll('"', '')}"`;
}
