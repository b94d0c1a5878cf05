import { type ReactNode, useState } from 'react';
import { CaseDocumentProvider, useCaseDocument } from '@/components/editor/document/case-document';
import {
  agentLintFindingsQuery,
  autocompleteNamesQuery,
  caseAnswersQuery,
  caseOutcomesQuery,
  type RouteAnswers,
  workspaceQuery,
} from '@/lib/queries';
import { type AutocompleteNames, type CheckedDocument, createDocumentCheck } from '@/runner/authoring';
import { type RenderedView, renderView } from './render-view';

const suiteKey = 'tests/suite.jsonl';

export type RenderedCaseFile = RenderedView & {
  /** Returns the current text of the file. */
  text: () => string;
};

export type OpenCaseFileOptions = {
  text: string;
  selected?: string;
  names?: Partial<AutocompleteNames>;
  agents?: RouteAnswers['GET /api/cases/agents']['findings'];
};

/** Renders a part of the editor with an open case file, which is checked after each change. */
export function renderOpenCaseFile(part: ReactNode, options: OpenCaseFileOptions): RenderedCaseFile {
  let now = options.text;
  const view = renderView(
    <OpenFileProvider text={options.text} selected={options.selected}>
      {part}
      <TextObserver onText={(text) => (now = text)} />
    </OpenFileProvider>,
    {
      answers(queries) {
        queries.setQueryData(agentLintFindingsQuery(suiteKey).queryKey, { findings: options.agents ?? [] });
        queries.setQueryData(caseOutcomesQuery(suiteKey).queryKey, { outcomes: [] });
        queries.setQueryData(caseAnswersQuery(suiteKey, options.selected ?? '', undefined).queryKey, {
          answers: [],
          leftOut: 0,
        });
        queries.setQueryData(autocompleteNamesQuery(suiteKey).queryKey, {
          agents: [],
          connectors: [],
          hooks: [],
          functions: [],
          tools: [],
          paths: [],
          ...options.names,
        });
        queries.setQueryData(workspaceQuery().queryKey, {
          folder: '/w',
          suites: [],
          agents: [],
          connectors: [],
          folders: [],
        });
      },
    },
  );
  return { ...view, text: () => now };
}

type Props = { text: string; selected?: string | undefined; children: ReactNode };

function OpenFileProvider({ text, selected: first, children }: Props) {
  const [check] = useState(() => createDocumentCheck({ file: suiteKey }));
  const [document, setDocument] = useState<CheckedDocument>(() => check.check(text));
  const [checker] = useState(() => ({
    update: (latestText: string) => setDocument(check.check(latestText)),
    close: () => undefined,
  }));
  const [selected, select] = useState<string | null>(first ?? null);
  return (
    <CaseDocumentProvider
      suiteKey={suiteKey}
      openedFile={{ text, sha256: 'opened', modifiedAt: 1 }}
      check={{ document, place: 'beside', checker }}
      selectedId={selected}
      onSelect={select}
    >
      {children}
    </CaseDocumentProvider>
  );
}

function TextObserver({ onText }: { onText: (text: string) => void }) {
  onText(useCaseDocument().text);
  return null;
}
