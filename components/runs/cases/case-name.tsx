import { replaceInvisibleCharacters } from '@/runner/format';

type Props = { id: string; name?: string | undefined };

/** Shows the id of a case, and its name if that differs. */
export function CaseName({ id, name }: Props) {
  return (
    <>
      <span className="font-medium">{replaceInvisibleCharacters(id)}</span>
      {name !== undefined && name !== id && (
        <span className="font-normal text-ink-soft"> {replaceInvisibleCharacters(name)}</span>
      )}
    </>
  );
}
