'use client';

import type { CaseView } from './case-places';
import { EditorToolbar } from './editor-toolbar';
import { FileNotices } from './file-notices';
import { SourceView } from './source-view';

type Props = { view: CaseView; onView: (view: CaseView) => void };

/** The text of the file in the view that is chosen, and what can be done with it. */
export function EditorPane({ view, onView }: Props) {
  return (
    <>
      <EditorToolbar view={view} onView={onView} />
      <FileNotices />
      <SourceView />
    </>
  );
}
