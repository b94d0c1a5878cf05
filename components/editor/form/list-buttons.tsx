import { IconButton } from '@/components/ui/button';
import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from '@/components/ui/icons';
import type { CaseEdit, JsonPath } from '@/runner/authoring';
import { useFormContext } from './form-case-context';

type Props = {
  /** The path of the list that contains the item. */
  path: JsonPath;
  index: number;
  count: number;
  name: string;
  /** The edit that deletes the item if it is the only one in the list; by default, only the item is deleted. */
  whenLast: CaseEdit;
  /** Returns the edit that duplicates the item; missing if the item cannot be duplicated. */
  copied?: () => CaseEdit;
};

/** Buttons to move, duplicate or delete an item of a list. */
export function ListItemButtons({ path, index, count, name, whenLast, copied }: Props) {
  'use memo';
  const { apply, readOnly } = useFormContext();
  if (readOnly) return null;
  const moveItem = (to: number): void => apply([{ kind: 'move', path, from: index, to }], `Move ${name}`);
  return (
    <span className="flex shrink-0 items-center">
      {count > 1 && (
        <>
          <IconButton
            icon={ArrowUp}
            label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => moveItem(index - 1)}
          />
          <IconButton
            icon={ArrowDown}
            label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => moveItem(index + 1)}
          />
        </>
      )}
      {copied !== undefined && (
        <IconButton
          icon={CopyPlus}
          label={`Duplicate ${name}`}
          onClick={() => apply([copied()], `Duplicate ${name}`)}
        />
      )}
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        onClick={() => apply([count === 1 ? whenLast : { kind: 'remove', path: [...path, index] }], `Delete ${name}`)}
      />
    </span>
  );
}
