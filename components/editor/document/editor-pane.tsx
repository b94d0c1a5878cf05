import dynamic from 'next/dynamic';
import { loadExport } from '@/components/ui/lazy-component';
import { Skeleton } from '@/components/ui/skeleton';
import type { CaseEditorView } from '../../cases/case-address';
import { SourceView } from '../source/source-view';
import { useCaseDocument } from './case-document';
import { EditorToolbar } from './editor-toolbar';
import { FileNotices } from './file-notices';

const FormView = dynamic(() => loadExport(() => import('../form/form-view'), 'FormView'), {
  loading: () => <Skeleton className="m-4 h-40" />,
});

type Props = {
  view: CaseEditorView;
  /** The id of the case that was added last; its form gets the focus. */
  newCase: string | undefined;
  onView: (view: CaseEditorView) => void;
  onStarted: (runId: string) => void;
};

/** Shows the file as text or as a form, with the toolbar. */
export function EditorPane({ view, newCase, onView, onStarted }: Props) {
  'use memo';
  const { readOnly } = useCaseDocument();
  return (
    <>
      <EditorToolbar view={view} onView={onView} onStarted={onStarted} />
      <FileNotices />
      {view === 'form' && !readOnly ? <FormView newCase={newCase} onSource={() => onView('source')} /> : <SourceView />}
    </>
  );
}
