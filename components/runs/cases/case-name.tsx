import { replaceInvisibleCharacters } from '@/runner/format';

type Props = { id: string; name?: string | undefined };

/** Shows the name of a case: its id, and its name if that says more. */
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
