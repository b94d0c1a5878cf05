import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { replaceInvisibleCharacters } from '@/runner/format';
import { useCaseDocument } from './case-document';

/** Placeholder while no case is selected. */
export function ChooseCase({ title }: { title: string }) {
  'use memo';
  const { checked, select } = useCaseDocument();
  const first = checked?.cases.find(({ id }) => id !== '');
  if (first === undefined)
    return <Notice title={checked?.cases.length === 0 ? 'This file has no cases yet.' : title} />;
  return (
    <Notice title={title}>
      <Button onClick={() => select(first.id)}>Select {replaceInvisibleCharacters(first.id)}</Button>
    </Notice>
  );
}
