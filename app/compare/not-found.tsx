import { TextLink } from '@/components/ui/links';
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
          <TextLink href="/compare" look="inline">
            Compare the newest runs
          </TextLink>
          <TextLink href="/runs" look="inline">
            All runs of this workspace
          </TextLink>
        </span>
      </Notice>
    </main>
  );
}
