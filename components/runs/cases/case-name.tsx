import { visibleText } from '@/lib/format';

type Props = { id: string; name?: string | undefined };

/** What a case is called: its id, and its name where that says more. */
export function CaseName({ id, name }: Props) {
  return (
    <>
      <span className="font-medium">{visibleText(id)}</span>
      {name !== undefined && name !== id && <span className="font-normal text-ink-soft"> {visibleText(name)}</span>}
    </>
  );
}
