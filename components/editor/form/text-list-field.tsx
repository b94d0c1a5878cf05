import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import type { JsonPath } from '@/runner/authoring';
import { FieldProblems } from './field-problems';
import { useFormContext } from './form-case-context';
import { ListItemButtons } from './list-buttons';
import { TextField } from './text-field';

type Props = {
  path: JsonPath;
  /** The title of the field while it holds a single text, for example "Goal". */
  title: string;
  /** The label of the button that adds another text. */
  another: string;
  hint?: string;
};

/** A field for one text or several. A single text becomes a list when a second one is added. */
export function TextListField({ path, title, another, hint }: Props) {
  'use memo';
  const { at, apply, readOnly, focusAt } = useFormContext();
  const value = at(path);
  const texts = Array.isArray(value) ? value : undefined;
  const count = texts?.length ?? 1;
  return (
    <div className="flex flex-col gap-2">
      {texts === undefined && <TextField path={path} title={title} hint={hint} lines={2} keepEmpty />}
      {texts !== undefined && (
        <ol aria-label={`${title}, in order`} className="flex flex-col gap-2">
          {texts.map((_, index) => (
            <li key={index} className="flex items-start gap-1">
              <div className="min-w-0 grow">
                <TextField path={[...path, index]} title={`${title} ${index + 1}`} lines={1} keepEmpty />
              </div>
              <span className="mt-5">
                <ListItemButtons
                  path={path}
                  index={index}
                  count={count}
                  name={`${title.toLowerCase()} ${index + 1}`}
                  whenLast={{ kind: 'set', path, value: '' }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      {texts?.length === 0 && <FieldProblems path={path} />}
      {!readOnly && value !== undefined && value !== '' && (
        <Button
          size="sm"
          look="quiet"
          icon={Plus}
          className="self-start"
          onClick={() => {
            apply([{ kind: 'insert', path, index: count, value: '' }], another);
            focusAt([...path, count]);
          }}
        >
          {another}
        </Button>
      )}
    </div>
  );
}

/** Returns true for values that `TextListField` can edit: undefined, a text, or a list of texts. */
export function isTextOrTexts(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return value === undefined || value === null || typeof value === 'string';
}
