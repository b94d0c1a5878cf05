import type { Metadata } from 'next';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFoundPage() {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Not found</h1>
      <Notice title="There is nothing at this address." details={['Runs, and the way to start one, are on the list.']}>
        <TextLink href="/runs" look="inline">
          All runs
        </TextLink>
      </Notice>
    </main>
  );
}
