import type { QueueResults } from '@/lib/queries';
import { formatCountWithNoun, formatPercent, replaceInvisibleCharacters } from '@/runner/format';
import { formatKappa } from '../list-agreements';

/** Shows how far reviewers agree with each other, in pairs and all together. */
export function PeopleAgreement({ of: { people, all } }: { of: Pick<QueueResults, 'people' | 'all'> }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <h3 id="people" className="font-medium">
        Agreement between people
      </h3>
      <ul className="mt-1 flex flex-col gap-0.5 text-xs tabular-nums">
        {all !== undefined && (
          <li>
            {all.people} people on {formatCountWithNoun(all.items, 'conversation')}:{' '}
            {formatKappa('Krippendorff’s α', all.alpha)}
          </li>
        )}
        {people.map(({ people: [first, second], agreed, kappa }) => (
          <li key={`${first}\n${second}`} className="break-words">
            {replaceInvisibleCharacters(first)} and {replaceInvisibleCharacters(second)} agree in {agreed.count} of{' '}
            {agreed.of} ({formatPercent(agreed.low)} to {formatPercent(agreed.high)}) · {formatKappa('κ', kappa)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A popover that defines the measures of agreement. */
export function KappaDefinition() {
  return (
    <details className="text-ink-faint text-xs">
      <summary className="w-fit cursor-pointer">What κ and α mean</summary>
      <div className="flex max-w-prose flex-col gap-1 pt-1">
        <p>
          The share in which two sides agree also counts what chance would give: if both say Good to nine of ten, they
          agree in about 82% without looking. Cohen’s κ is the agreement beyond that: 1 is complete, 0 is chance, below
          0 is less than chance. Krippendorff’s α is the same for three or more people, who need not decide everything.
        </p>
        <p>
          The range is the 95% interval. With two labels it is that of the likelihood ratio; otherwise Wilson’s interval
          of the share, with chance as it was observed.
        </p>
        <p>
          Undefined: all decisions that both sides made are the same single label, so nothing can be told apart from
          chance.
        </p>
      </div>
    </details>
  );
}
