import type { Metadata } from 'next';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFoundPage() {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Not found</h1>
      <Notice title="Page not found" details={['The list of runs is a good place to start.']}>
        <TextLink href="/runs" look="inline">
          All runs
        </TextLink>
      </Notice>
    </main>
  );
}
