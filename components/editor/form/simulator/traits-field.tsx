import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { simulatorTraits } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';
import { FieldProblems } from '../field-problems';
import { useFormContext } from '../form-case-context';
import { buildRemoveItemEdit } from '../remove-value-edit';
import { ReadOnlySourceField } from '../source-only-field';
import { fieldKey } from '../use-focus-field';

const traitsPath = ['simulator', 'traits'];

const traitLabels: Readonly<Record<(typeof simulatorTraits)[number], { title: string; hint: string }>> = {
  terse: { title: 'Terse', hint: 'a few words a message' },
  typos: { title: 'Typos', hint: 'mistypes one letter in 40, but never in a fact' },
  lowercase: { title: 'Lowercase', hint: 'writes without capitals' },
  split_messages: { title: 'Split messages', hint: 'writes two paragraphs in one message' },
  push_back: { title: 'Pushes back', hint: 'contradicts the first refusal' },
  volunteers: { title: 'Volunteers', hint: 'tells some facts before they are asked for' },
};

/** A field for the behaviour of the user; each trait is listed with its effect. */
export function TraitsField() {
  'use memo';
  const id = useId();
  const { at, apply, readOnly } = useFormContext();
  const traits = at(traitsPath) ?? [];
  if (!Array.isArray(traits)) return <ReadOnlySourceField path={traitsPath} title="Traits" expectedType="a list" />;
  const names = traits.map(String);
  const others = names.filter((name) => !simulatorTraits.some((trait) => trait === name));
  function toggleTrait(trait: string): void {
    const index = names.indexOf(trait);
    if (index === -1)
      apply([{ kind: 'insert', path: traitsPath, index: names.length, value: trait }], `Add the trait ${trait}`);
    else apply([buildRemoveItemEdit(traitsPath, { index, count: names.length })], `Remove the trait ${trait}`);
  }
  return (
    <fieldset data-path={fieldKey(traitsPath)} className="flex min-w-0 flex-col">
      <legend className="mb-1 text-ink-soft text-xs">Traits</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {[...simulatorTraits, ...others].map((trait) => (
          <div key={trait} className="flex min-w-0 items-start gap-1.5 text-sm">
            <Checkbox
              id={`${id}-${trait}`}
              disabled={readOnly}
              checked={names.includes(trait)}
              aria-describedby={`${id}-${trait}-hint`}
              onChange={() => toggleTrait(trait)}
              className="mt-0.5"
            />
            <span className="flex min-w-0 flex-col">
              <label htmlFor={`${id}-${trait}`}>
                {isTrait(trait) ? traitLabels[trait].title : replaceInvisibleCharacters(trait)}
              </label>
              <span id={`${id}-${trait}-hint`} className="text-2xs text-ink-faint">
                {isTrait(trait) ? traitLabels[trait].hint : 'is not a trait'}
              </span>
            </span>
          </div>
        ))}
      </div>
      <FieldProblems path={traitsPath} />
    </fieldset>
  );
}

function isTrait(name: string): name is keyof typeof traitLabels {
  return name in traitLabels;
}
