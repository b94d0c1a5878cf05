import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '@/components/ui/checkbox';
import { suiteCasesQuery } from '@/lib/queries';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';

/** The cases of the suite that are run. Without tags and cases, all of them are run. */
export type CaseChoice = { tags: readonly string[]; cases: readonly string[] };

export const allCasesChoice: CaseChoice = { tags: [], cases: [] };

type SuiteCase = { id: string; tags: readonly string[]; skip: boolean };

/**
 * Returns the selected cases: those that have one of the tags and are in the list of cases; an empty list selects all.
 */
export function filterChosenCases(all: readonly SuiteCase[], { tags, cases }: CaseChoice): SuiteCase[] {
  return all.filter(
    ({ id, skip, tags: own }) =>
      !skip &&
      (tags.length === 0 || own.some((tag) => tags.includes(tag))) &&
      (cases.length === 0 || cases.includes(id)),
  );
}

export function useSuiteCases(suiteKey: string): readonly SuiteCase[] {
  const { data } = useQuery({ ...suiteCasesQuery(suiteKey), enabled: suiteKey !== '' });
  return data?.cases ?? [];
}

type Props = { all: readonly SuiteCase[]; choice: CaseChoice; onChange: (choice: CaseChoice) => void };

/** Fields that limit a run to some tags and cases of a suite. */
export function CaseChoiceFields({ all, choice, onChange }: Props) {
  const tags = [...new Set(all.flatMap((each) => each.tags))].sort();
  if (all.length < 2) return null;
  const count = filterChosenCases(all, choice).length;
  const ids = filterChosenCases(all, { ...choice, cases: [] }).map(({ id }) => id);
  return (
    <>
      {tags.length > 0 && (
        <CheckboxList
          legend="Only cases with a tag"
          names={tags}
          chosenNames={choice.tags}
          onChange={(chosenTags) => onChange({ tags: chosenTags, cases: [] })}
        />
      )}
      <details>
        <summary className="cursor-pointer text-ink-soft text-xs">
          Cases: {choice.cases.length === 0 ? `all ${count}` : `${formatCountWithNoun(count, 'case')} of ${ids.length}`}
        </summary>
        <CheckboxList
          legend="Only these cases"
          names={ids}
          chosenNames={choice.cases}
          onChange={(cases) => onChange({ ...choice, cases })}
        />
      </details>
    </>
  );
}

/** The maximum number of cases in the list for selecting single ones. Longer lists must first be limited by tags. */
const MAX_LISTED_NAMES = 200;

type ListProps = {
  legend: string;
  names: readonly string[];
  chosenNames: readonly string[];
  onChange: (chosenNames: readonly string[]) => void;
};

export function CheckboxList({ legend, names, chosenNames, onChange }: ListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-ink-soft text-xs">{legend}</legend>
      <div className="flex max-h-28 flex-wrap gap-x-4 overflow-y-auto">
        {names.slice(0, MAX_LISTED_NAMES).map((name) => (
          <label key={name} className="flex min-h-7 min-w-0 items-center gap-1.5">
            <Checkbox
              checked={chosenNames.includes(name)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosenNames, name] : chosenNames.filter((other) => other !== name))
              }
            />
            <span className="min-w-0 break-all">{replaceInvisibleCharacters(name)}</span>
          </label>
        ))}
        {names.length > MAX_LISTED_NAMES && (
          <p className="text-ink-faint text-xs">{`and ${names.length - MAX_LISTED_NAMES} more`}</p>
        )}
      </div>
    </fieldset>
  );
}
