import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DeletedNote } from '@/components/ui/deleted-note';
import { FilterField } from '@/components/ui/filter-field';
import { FolderOpen } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCountWithNoun } from '@/runner/format';
import { useCaseDocument } from '../document/case-document';
import { useCaseOutcomes } from '../run/use-outcomes';
import { listUndiscardedCases, type StagedCaseText } from '../staging/staged-case-text';
import { DocumentCaseList } from './document-case-list';
import { createDocumentFilter } from './document-filter';
import { NewCaseMenu } from './new-case-menu';
import { DELETE_LABEL_PREFIX, useCaseListEdits } from './use-case-list-edits';

const GenerateDialog = lazyComponent(
  dynamic(() => loadExport(() => import('../staging/generate-dialog'), 'GenerateDialog')),
);

type Props = {
  /** The id of a run that was started from this page, if any. */
  runId: string | null;
  filter: string;
  onFilter: (text: string) => void;
  hrefOf: (id: string) => string;
  onChoose: () => void;
  /** True if the page adds a new case to the file when it opens. */
  startsNew: boolean;
  /** Opens a new case. */
  onAdded: (id: string) => void;
};

/** Lists the cases of the open file, parsed from its current text. */
export function CaseListPane({ runId, filter, onFilter, hrefOf, onChoose, startsNew, onAdded }: Props) {
  const { suiteKey, checked, selected, select, readOnly } = useCaseDocument();
  const outcomes = useCaseOutcomes(suiteKey, runId);
  const edits = useCaseListEdits();
  const [generating, setGenerating] = useState(false);
  const [stagedTexts, setStaged] = useStagedCases(suiteKey);
  const stagedCases = listUndiscardedCases(stagedTexts);
  const visibleCases = useMemo(
    () => checked?.cases.filter(createDocumentFilter(filter, outcomes)),
    [checked, filter, outcomes],
  );
  return (
    <>
      <header className="flex shrink-0 items-center gap-2 border-b px-3 py-1.5 text-xs">
        <TextLink href="/cases" className="flex items-center gap-1.5">
          <FolderOpen aria-hidden className="size-3.5" />
          All files
        </TextLink>
        <span className="ml-auto text-2xs text-ink-faint tabular-nums">
          {checked !== undefined && formatCountWithNoun(checked.cases.length, 'case')}
        </span>
        {!readOnly && (
          <NewCaseMenu
            edits={edits}
            stagedCases={stagedCases.length}
            startsNew={startsNew}
            onAdded={onAdded}
            onGenerate={() => setGenerating(true)}
          />
        )}
      </header>
      <FilterField
        label="Filter the cases"
        placeholder="Filter: words, s:failed, @tag, !not"
        value={filter}
        onChange={onFilter}
        className="shrink-0 border-b p-2 [&>button]:top-3 [&>button]:right-3 [&>svg]:top-4 [&>svg]:left-4.5"
      />
      {visibleCases === undefined && <Skeleton className="m-3 h-24" />}
      {visibleCases !== undefined && visibleCases.length > 0 && (
        <DocumentCaseList
          cases={visibleCases}
          count={checked?.cases.length ?? 0}
          allCases={filter === ''}
          edits={edits}
          outcomes={outcomes}
          chosenCase={selected?.index}
          hrefOf={hrefOf}
          onChoose={({ id }) => {
            select(id);
            onChoose();
          }}
        />
      )}
      {visibleCases?.length === 0 && <NoCases filter={filter} onFilter={onFilter} />}
      <DeletedCase />
      {generating && (
        <GenerateDialog
          stagedTexts={stagedTexts}
          onStaged={setStaged}
          onAccept={(cases) => edits.add(cases, `Add ${formatCountWithNoun(cases.length, 'generated case')}`)}
          onClose={() => {
            setGenerating(false);
            setStaged(stagedCases.length === 0 ? undefined : stagedCases);
          }}
        />
      )}
    </>
  );
}

function NoCases({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  if (filter === '') {
    return (
      <Notice
        title="This file has no cases."
        details={['Start with New case above, or write one JSON object per line with an id and an input.']}
      />
    );
  }
  return (
    <Notice title="No matches in this file">
      <Button onClick={() => onFilter('')}>Show all cases</Button>
      <Link
        href={`/cases?${new URLSearchParams({ q: filter })}`}
        className="inline-flex h-8 items-center rounded-md border bg-surface px-3 font-medium hover:bg-hover"
      >
        Search all files
      </Link>
    </Notice>
  );
}

/** A notice that offers undo right after a case was deleted. */
function DeletedCase() {
  const { undoLabel, undo, select, text } = useCaseDocument();
  const [closed, setClosed] = useState<string>();
  if (undoLabel?.startsWith(DELETE_LABEL_PREFIX) !== true || closed === text) return null;
  const id = undoLabel.slice(DELETE_LABEL_PREFIX.length);
  function restoreDeletedCase(): void {
    undo();
    if (id !== '') select(id);
  }
  return <DeletedNote text={id} title="Undo (Ctrl-Z)" onUndo={restoreDeletedCase} onClose={() => setClosed(text)} />;
}

const STAGED_CASES_KEY_PREFIX = 'turntree.proposed:';

/**
 * Stores the proposed cases of a file that are not yet accepted or discarded in this browser tab, so that they survive
 * navigation.
 */
function useStagedCases(
  suiteKey: string,
): [readonly StagedCaseText[] | undefined, (stagedTexts: readonly StagedCaseText[] | undefined) => void] {
  const [stagedTexts, setStaged] = useState<readonly StagedCaseText[]>();
  useEffect(() => {
    const texts = readStagedTexts(suiteKey);
    if (texts.length > 0) setStaged(texts.map((text, key) => ({ key, text, isDiscarded: false })));
  }, [suiteKey]);
  function updateStagedCases(next: readonly StagedCaseText[] | undefined): void {
    setStaged(next);
    storeStagedTexts(suiteKey, next ?? []);
  }
  return [stagedTexts, updateStagedCases];
}

function readStagedTexts(suiteKey: string): string[] {
  try {
    const storedTexts: unknown = JSON.parse(sessionStorage.getItem(STAGED_CASES_KEY_PREFIX + suiteKey) ?? '[]');
    return Array.isArray(storedTexts) ? storedTexts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function storeStagedTexts(suiteKey: string, stagedTexts: readonly StagedCaseText[]): void {
  const texts = listUndiscardedCases(stagedTexts).map(({ text }) => text);
  try {
    sessionStorage.removeItem(STAGED_CASES_KEY_PREFIX + suiteKey);
    if (texts.length > 0) sessionStorage.setItem(STAGED_CASES_KEY_PREFIX + suiteKey, JSON.stringify(texts));
  } catch {
    // If the storage is unavailable or full, the proposed cases are lost when the page closes.
  }
}
