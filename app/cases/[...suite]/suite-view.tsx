// The question that this page answers: is this case correct, and which of the recorded answers would pass?
'use client';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDocumentCheck } from '@/components/editor/checks/use-document-check';
import { CaseDocumentProvider } from '@/components/editor/document/case-document';
import { CaseSidePanels } from '@/components/editor/document/case-panels';
import { EditorPane } from '@/components/editor/document/editor-pane';
import { useF6BetweenPanes } from '@/components/editor/document/use-f6-between-panes';
import { CaseListPane } from '@/components/editor/list/case-list-pane';
import { loadCodeEditor } from '@/components/editor/source/source-view';
import { useFocusRestore } from '@/components/layout/use-focus-restore';
import { cn } from '@/components/ui/cn';
import { PaneSwitch } from '@/components/ui/pane-switch';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { caseFileQuery } from '@/lib/queries';
import { caseSearchParams, serializeCaseSearch } from './search-params';

export function SuiteView({ suiteKey }: { suiteKey: string }) {
  const [search, setSearch] = useQueryStates(caseSearchParams, { history: 'replace' });
  const [pane, setPane] = useState<CasePane>(search.panel === 'proposals' ? 'panels' : 'editor');
  const [newCase, setNewCase] = useState<string>();
  const query = useQuery(caseFileQuery(suiteKey));
  const check = useDocumentCheck(suiteKey);
  const showsSource = search.view !== 'form';
  useEffect(() => {
    if (showsSource) void loadCodeEditor();
  }, [showsSource]);
  if (query.isError) {
    return (
      <main className="grow overflow-y-auto">
        <h1 className="sr-only">{suiteKey}</h1>
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      </main>
    );
  }
  if (query.data?.status !== 'text') return <Skeleton className="m-4 h-40" />;
  return (
    <CaseDocumentProvider
      suiteKey={suiteKey}
      openedFile={query.data}
      check={check}
      selectedId={search.case}
      onSelect={(id) => void setSearch({ case: id })}
    >
      <SuitePanes>
        <h1 className="sr-only">{suiteKey}</h1>
        <CasePaneSwitch pane={pane} onPane={setPane} />
        <div className="grid min-h-0 grow lg:grid-cols-[minmax(15rem,19rem)_minmax(0,1fr)_minmax(18rem,26rem)]">
          <section
            data-pane
            aria-label="List of cases"
            className={cn('flex min-h-0 min-w-0 flex-col bg-surface lg:border-r', pane !== 'cases' && 'max-lg:hidden')}
          >
            <CaseListPane
              runId={search.run}
              filter={search.q}
              onFilter={(q) => void setSearch({ q: q === '' ? null : q })}
              hrefOf={(id) => serializeCaseSearch('', { ...search, case: id })}
              onChoose={() => setPane('editor')}
              startsNew={search.new}
              onAdded={(id) => {
                setPane('editor');
                setNewCase(id);
                void setSearch({ case: id, view: 'form', new: null });
              }}
            />
          </section>
          <section
            data-pane
            aria-label="Editor"
            className={cn('flex min-h-0 min-w-0 flex-col', pane !== 'editor' && 'max-lg:hidden')}
          >
            <EditorPane
              view={search.view}
              newCase={newCase}
              onView={(view) => void setSearch({ view })}
              onStarted={(run) => {
                void setSearch({ run, panel: 'conversation' });
                setPane('panels');
              }}
            />
          </section>
          <section
            data-pane
            aria-label="Check and run"
            className={cn('flex min-h-0 min-w-0 flex-col bg-surface lg:border-l', pane !== 'panels' && 'max-lg:hidden')}
          >
            <CaseSidePanels
              runId={search.run}
              panel={search.panel ?? 'problems'}
              onPanel={(panel) => void setSearch({ panel })}
              onShowText={() => {
                setPane('editor');
                void setSearch({ view: 'source' });
              }}
            />
          </section>
        </div>
      </SuitePanes>
    </CaseDocumentProvider>
  );
}

/** Lets F6 move the focus between panes, and moves the focus to a neighbour if the focused element disappears. */
function SuitePanes({ children }: { children: ReactNode }) {
  const area = useRef<HTMLElement>(null);
  useFocusRestore(area);
  useF6BetweenPanes(area);
  return (
    <main ref={area} className="flex min-h-0 grow flex-col">
      {children}
    </main>
  );
}

const panes = ['cases', 'editor', 'panels'] as const;
type CasePane = (typeof panes)[number];

const paneTitles: Readonly<Record<CasePane, string>> = { cases: 'Cases', editor: 'Editor', panels: 'Check and run' };

function CasePaneSwitch({ pane, onPane }: { pane: CasePane; onPane: (pane: CasePane) => void }) {
  return <PaneSwitch panes={panes} titles={paneTitles} pane={pane} onPane={onPane} />;
}
