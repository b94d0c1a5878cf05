import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { CaseEdit, JsonPath } from '@/runner/authoring';
import { useForm } from './form-case-context';

type Props = {
  /** The list, and which of its items this is. */
  path: JsonPath;
  index: number;
  count: number;
  name: string;
  /** When the last one goes, something else has to. */
  whenLast: CaseEdit;
  /** Absent where a copy makes no sense as it is. */
  copied?: () => CaseEdit;
};

/** Up, down, duplicate, delete: for one item of a list. */
export function ListButtons({ path, index, count, name, whenLast, copied }: Props) {
  const { apply, readOnly } = useForm();
  if (readOnly) return null;
  const move = (to: number): void => apply([{ kind: 'move', path, from: index, to }], `Move ${name}`);
  return (
    <span className="flex shrink-0 items-center">
      {count > 1 && (
        <>
          <Button
            look="quiet"
            size="icon"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          >
            <ArrowUp aria-hidden className="size-3.5" />
          </Button>
          <Button
            look="quiet"
            size="icon"
            aria-label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => move(index + 1)}
          >
            <ArrowDown aria-hidden className="size-3.5" />
          </Button>
        </>
      )}
      {copied !== undefined && (
        <Button
          look="quiet"
          size="icon"
          aria-label={`Duplicate ${name}`}
          onClick={() => apply([copied()], `Duplicate ${name}`)}
        >
          <CopyPlus aria-hidden className="size-3.5" />
        </Button>
      )}
      <Button
        look="quiet"
        size="icon"
        aria-label={`Delete ${name}`}
        onClick={() => apply([count === 1 ? whenLast : { kind: 'remove', path: [...path, index] }], `Delete ${name}`)}
      >
        <Trash2 aria-hidden className="size-3.5" />
      </Button>
    </span>
  );
}
