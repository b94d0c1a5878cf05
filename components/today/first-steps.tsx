import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { workspaceQuery } from '@/lib/queries';
import { ImportConversations } from './import-conversations';
import { RunExample } from './run-example';

/** Lists the ways to get a first test result; shown as long as there are no runs. */
export function FirstSteps() {
  const { data } = useQuery(workspaceQuery());
  return (
    <>
      <Notice
        title="No runs yet"
        details={['Choose how to begin. Runs that you start in a terminal appear here, too.']}
      />
      <ul className="mx-auto grid w-full max-w-4xl gap-3 sm:grid-cols-3">
        <FirstStep
          title={<TextLink href="/try">Try an agent</TextLink>}
          text="Talk to it, or let a simulated user do so, and keep the conversation as a test."
        />
        <FirstStep
          title="Import conversations"
          text="Read and review what your agent has said elsewhere, and save it as cases."
        >
          <ImportConversations />
        </FirstStep>
        {data !== undefined && data.suites.length > 0 && (
          <FirstStep
            title={<TextLink href="/runs?new=true">Run a suite</TextLink>}
            text="Start one of the suites of this workspace."
          />
        )}
        {data?.suites.length === 0 && (
          <FirstStep
            title="Run the example"
            text="Writes a sample agent with cases into this workspace, and runs them."
          >
            <RunExample />
          </FirstStep>
        )}
      </ul>
    </>
  );
}

function FirstStep({ title, text, children }: { title: ReactNode; text: string; children?: ReactNode }) {
  return (
    <li className="rounded-lg border bg-surface px-4 py-3">
      <h2 className="font-medium">{title}</h2>
      <p className="text-ink-soft text-sm">{text}</p>
      {children}
    </li>
  );
}
