'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { CaseFileList } from '@/components/cases/case-file-list';
import { FilterField } from '@/components/ui/filter-field';
import { Notice } from '@/components/ui/notice';
import { ProblemNotice } from '@/components/ui/problem-notice';
import { Skeleton } from '@/components/ui/skeleton';
import { caseFilesQuery } from '@/lib/queries';
import { casesSearchParams } from './search-params';

/** All case files of the workspace. */
export function CasesView() {
  const [{ q }, set] = useQueryStates(casesSearchParams, { history: 'replace' });
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto font-semibold text-xl tracking-tight">Cases</h1>
          <FilterField
            label="Search the cases of all files"
            placeholder="Words, s:failed, @tag, kind:dynamic"
            value={q}
            onChange={(text) => void set({ q: text })}
            className="w-full sm:w-96"
          />
        </div>
        <Files />
      </div>
    </main>
  );
}

function Files() {
  const query = useQuery(caseFilesQuery());
  if (query.data === undefined && query.isError) {
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Skeleton className="h-64" />;
  if (query.data.files.length === 0) {
    return (
      <Notice
        title="This workspace has no case files yet."
        details={[`Looked for files that end in .jsonl below ${query.data.folder}.`]}
      />
    );
  }
  return <CaseFileList files={query.data.files} />;
}
