import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';

export default function RunNotFoundPage() {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">Run not found</h1>
      <Notice
        title="There is no such run in this history."
        details={[
          'The address may be incomplete, or the run may be in the history of another workspace.',
          'The command "turntree ui" shows one workspace; choose another with its flags --app and --db.',
        ]}
      >
        <TextLink href="/runs" look="inline">
          All runs of this workspace
        </TextLink>
      </Notice>
    </main>
  );
}
