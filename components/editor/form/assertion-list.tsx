import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import { assertionTypeDescriptions, type JsonPath } from '@/runner/authoring';
import { assertionTypes } from '@/runner/contract';
import { AssertionCard } from './assertion-card';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';

type Props = { path: JsonPath; emptyText: string };

/**
 * Edits the assertions at a path, which may be a single object or a list. A single object becomes a list when a second
 * assertion is added.
 */
export function AssertionList({ path, emptyText }: Props) {
  'use memo';
  const { at, apply, readOnly, focusAt } = useFormContext();
  const items = at(path) ?? [];
  const assertions = Array.isArray(items) ? items : [items];
  return (
    <div className="flex flex-col gap-2">
      {assertions.length === 0 && <p className="text-ink-faint text-xs">{emptyText}</p>}
      {assertions.length === 0 && <FieldProblems path={path} />}
      <ol aria-label="Assertions" className="flex flex-col gap-2">
        {assertions.map((_, index) => (
          <AssertionCard key={index} listPath={path} index={index} count={assertions.length} />
        ))}
      </ol>
      {!readOnly && (
        <div>
          <Menu
            items={assertionTypes.map((type) => ({
              text: assertionTypeDescriptions[type].title,
              hint: assertionTypeDescriptions[type].hint,
              onSelect: () => {
                const value = { type, ...assertionTypeDescriptions[type].initialContent };
                apply([{ kind: 'insert', path, index: assertions.length, value }], 'Add an assertion');
                focusAt([...path, assertions.length]);
              },
            }))}
          >
            <Button size="sm" icon={Plus}>
              Add an assertion
            </Button>
          </Menu>
        </div>
      )}
    </div>
  );
}
