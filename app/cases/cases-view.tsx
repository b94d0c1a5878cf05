// The question that this page answers: where is the case that I am looking for?
'use client';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { CaseFileList } from '@/components/cases/case-file-list';
import { CaseSearchResults } from '@/components/cases/case-search-results';
import { useCommands } from '@/components/layout/commands';
import { ListPage } from '@/components/layout/list-page';
import { listSearchParams } from '@/components/layout/list-search-params';
import { Button } from '@/components/ui/button';
import { FilePlus2 } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { caseFilesQuery } from '@/lib/queries';

const NewFileDialog = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/cases/new-file-dialog'), 'NewFileDialog')),
);

/** All case files of the workspace, and a search over their cases. */
export function CasesView() {
  const [{ q, new: creating }, setSearchParams] = useQueryStates(listSearchParams, { history: 'replace' });
  const openNewFileDialog = () => void setSearchParams({ new: true });
  useCommands(() => [{ id: 'new-file', title: 'New case file', run: openNewFileDialog }]);
  return (
    <>
      <ListPage
        title="Cases"
        filter={{
          label: 'Search the cases of all files',
          placeholder: 'Words, s:failed, @tag, kind:dynamic',
          text: q,
          onText: (text) => void setSearchParams({ q: text }),
        }}
        create={{ label: 'New file', icon: FilePlus2, onCreate: openNewFileDialog }}
      >
        {q.trim() === '' ? (
          <CaseFiles onNew={openNewFileDialog} />
        ) : (
          <CaseSearchResults text={q} onClear={() => void setSearchParams({ q: null })} />
        )}
      </ListPage>
      {creating && <NewFileDialog onClose={() => void setSearchParams({ new: null })} />}
    </>
  );
}

function CaseFiles({ onNew }: { onNew: () => void }) {
  const query = useQuery(caseFilesQuery());
  if (query.data === undefined) return <PendingQuery query={query} shape="rows" />;
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
