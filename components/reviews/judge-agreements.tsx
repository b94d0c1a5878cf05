import { useMemo } from 'react';
import { percent } from '@/lib/format';
import { type Agreement, agreementOf, kappaWords, type LabelledVerdict } from '@/runner/verdict';

/** Shows how far people agree with each judge that decided attempts alone: a sentence, and the table behind it. */
export function JudgeAgreements({ labelled }: { labelled: readonly LabelledVerdict[] }) {
  const judges = useMemo(() => agreements(labelled), [labelled]);
  if (judges.length === 0) return null;
  return judges.map(({ name, agreement }) => (
    <details key={name} className="min-w-0 [&[open]]:basis-full">
      <summary className="cursor-pointer hover:text-ink">{sentence(name, agreement)}</summary>
      <ConfusionTable name={name} agreement={agreement} />
    </details>
  ));
}

type NamedAgreement = { name: string; agreement: Agreement };

function agreements(labelled: readonly LabelledVerdict[]): NamedAgreement[] {
  const judges = Map.groupBy(labelled, ({ judge, model }) => (model === '' ? judge : `${judge} on ${model}`));
  return [...judges].map(([name, verdicts]) => ({ name, agreement: agreementOf(verdicts) }));
}

function sentence(name: string, { agreed, kappa }: Agreement): string {
  const { count, of, low, high } = agreed;
  const share = `people agree with ${name} in ${count} of ${of} (${percent(low)} to ${percent(high)})`;
  return kappa === null ? share : `${share} · κ ${kappaWords(kappa)}`;
}

function ConfusionTable({ name, agreement }: NamedAgreement) {
  const { sensitivity, specificity, falsePasses, falseFailures } = agreement;
  return (
    <table className="my-2 border-collapse tabular-nums [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium">
      <caption className="sr-only">Verdicts of {name} and words of people</caption>
      <thead>
        <tr>
          <th scope="col">People say</th>
          <th scope="col">Judge passed</th>
          <th scope="col">Judge failed</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Good</th>
          <td>{specificity.count}</td>
          <td>{falseFailures}</td>
          <td>{shareOf(specificity)}</td>
        </tr>
        <tr>
          <th scope="row">Bad</th>
          <td>{falsePasses}</td>
          <td>{sensitivity.count}</td>
          <td>{shareOf(sensitivity)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function shareOf({ count, of, low, high }: Agreement['agreed']): string {
  return of === 0 ? '–' : `${percent(count / of)} (${percent(low)} to ${percent(high)})`;
}
