import Link from 'next/link';
import { Notice } from '@/components/ui/notice';

export default function RunsNotFoundPage() {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Runs not found</h1>
      <Notice
        title="One of these two runs is not in this history."
        details={[
          'The address may be incomplete, the run may have been deleted, or it may be in the history of another workspace.',
          'Without a run in its address this page compares the newest run with the one before it.',
        ]}
      >
        <span className="flex gap-4">
          <Link href="/compare" className="text-accent underline underline-offset-2">
            Compare the newest runs
          </Link>
          <Link href="/runs" className="text-accent underline underline-offset-2">
            All runs of this workspace
          </Link>
        </span>
      </Notice>
    </main>
  );
}
