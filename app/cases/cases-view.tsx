'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { CaseFileList } from '@/components/cases/case-file-list';
import { FoundCases } from '@/components/cases/found-cases';
import { useCommands } from '@/components/layout/commands';
import { ListPage } from '@/components/layout/list-page';
import { listSearchParams } from '@/components/layout/list-search-params';
import { Button } from '@/components/ui/button';
import { FilePlus2 } from '@/components/ui/icons';
import { later, loadPart } from '@/components/ui/later';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingAnswer } from '@/components/ui/pending-answer';
import { caseFilesQuery } from '@/lib/queries';

const NewFileDialog = later(
  dynamic(() => loadPart(() => import('@/components/cases/new-file-dialog'), 'NewFileDialog')),
);

/** All case files of the workspace, and a search over their cases. */
export function CasesView() {
  const [{ q, new: creating }, set] = useQueryStates(listSearchParams, { history: 'replace' });
  const openNew = () => void set({ new: true });
  useCommands(() => [{ id: 'new-file', title: 'New case file', run: openNew }]);
  return (
    <>
      <ListPage
        title="Cases"
        filter={{
          label: 'Search the cases of all files',
          placeholder: 'Words, s:failed, @tag, kind:dynamic',
          text: q,
          onText: (text) => void set({ q: text }),
        }}
        create={{ label: 'New file', icon: FilePlus2, onCreate: openNew }}
      >
        {q.trim() === '' ? <Files onNew={openNew} /> : <FoundCases text={q} onClear={() => void set({ q: null })} />}
      </ListPage>
      {creating && <NewFileDialog onClose={() => void set({ new: null })} />}
    </>
  );
}

function Files({ onNew }: { onNew: () => void }) {
  const query = useQuery(caseFilesQuery());
  if (query.data === undefined) return <PendingAnswer query={query} className="h-64" />;
  if (query.data.files.length === 0) {
    return (
      <Notice
        title="This workspace has no case files yet."
        details={[
          `Looked for files that end in .jsonl below ${query.data.folder}.`,
          'A case is one line: an id, what the user says, and what the answer must have.',
        ]}
      >
        <Button look="primary" onClick={onNew}>
          New file
        </Button>
        <TextLink href="/try" className="self-center">
          Try an agent
        </TextLink>
      </Notice>
    );
  }
  return <CaseFileList files={query.data.files} />;
}
