import { TextLink } from '@/components/ui/links';
import type { ModelColumn, ModelFigures, ModelRow, ModelsOfSuite } from '@/lib/queries';
import { ModelCell } from './model-cell';
import { ModelHeading } from './model-heading';

type Props = { models: ModelsOfSuite; suiteKey: string; onlyDifferent: boolean };

/** The cases of a suite, with what became of each on every connector. */
export function ModelTable({ models: { columns, rows }, suiteKey, onlyDifferent }: Props) {
  const shown = onlyDifferent ? rows.filter(differs) : rows;
  const first = columns[0];
  return (
    <section aria-label="Cases by connector" className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full border-collapse text-sm tabular-nums [&_td]:border-t [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:align-top [&_th]:font-normal">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="text-ink-soft text-xs">
              {shown.length === rows.length ? 'Case' : `${shown.length} of ${rows.length} cases`}
            </th>
            {columns.map((column) => (
              <th key={column.runId} scope="col" className="min-w-44">
                <ModelHeading column={column} base={column === first ? undefined : first} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ caseId, cells }) => (
            <tr key={caseId} className="hover:bg-hover">
              <th scope="row" className="border-t break-words font-medium">
                {caseId}
              </th>
              {columns.map((column, place) => (
                <td key={column.runId}>
                  <CaseCell
                    figures={cells[place]}
                    href={hrefOf(column, { suite: suiteKey, case: caseId })}
                    name={`${caseId} on ${column.connector ?? 'its own connector'}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CaseCell({ figures, href, name }: { figures: ModelFigures | null | undefined; href: string; name: string }) {
  if (figures === null || figures === undefined) return <span className="text-ink-faint">not run</span>;
  return (
    <TextLink href={href} className="block py-0.5 text-ink">
      <span className="sr-only">{name}: </span>
      <ModelCell figures={figures} />
    </TextLink>
  );
}

function hrefOf({ runId }: ModelColumn, place: { suite: string; case: string }): string {
  return `/runs/${runId}?${new URLSearchParams(place)}`;
}

/** The connectors that ran it do not agree on its rate. */
function differs({ cells }: ModelRow): boolean {
  const rates = cells.filter((cell) => cell !== null).map(({ passed, judged }) => passed / judged);
  return new Set(rates).size > 1;
}
