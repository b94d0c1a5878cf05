import { formatPercent } from '@/runner/format';
import { computeMeasuredShare, type MeasuredShare } from '@/runner/verdict';
import type { NamedAgreement } from './list-agreements';

type Props = NamedAgreement & {
  /** The headings that say who gave the verdicts of the rows (`people`) and of the columns (`judge`). */
  people: string;
  judge: string;
};

/**
 * A confusion table of human reviews (rows) and verdicts (columns). If the sample was drawn by verdict, only the rates
 * of the columns are meaningful, otherwise only those of the rows.
 */
export function ConfusionTable({ name, agreement, people, judge }: Props) {
  const { sensitivity, specificity, falsePasses, falseFailures } = agreement;
  return (
    <table className="my-2 border-collapse tabular-nums [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium">
      <caption className="sr-only">Verdicts of {name} compared with human reviews</caption>
      <thead>
        <tr>
          <th scope="col">{people}</th>
          <th scope="col">{judge} passed</th>
          <th scope="col">{judge} failed</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Good</th>
          <td>{specificity.count}</td>
          <td>{falseFailures}</td>
          <td>{formatShare(specificity)}</td>
        </tr>
        <tr>
          <th scope="row">Bad</th>
          <td>{falsePasses}</td>
          <td>{sensitivity.count}</td>
          <td>{formatShare(sensitivity)}</td>
        </tr>
        <tr>
          <th scope="row">Right</th>
          <td>{formatShare(computeMeasuredShare(specificity.count, specificity.count + falsePasses))}</td>
          <td>{formatShare(computeMeasuredShare(sensitivity.count, sensitivity.count + falseFailures))}</td>
          <td>{formatShare(agreement.agreed)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function formatShare({ count, of, low, high }: MeasuredShare): string {
  return of === 0 ? '–' : `${formatPercent(count / of)} (${formatPercent(low)} to ${formatPercent(high)})`;
}
