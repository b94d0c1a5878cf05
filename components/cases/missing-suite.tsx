'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { caseFilesQuery } from '@/lib/queries';
import { replaceInvisibleCharacters } from '@/runner/format';
import { caseEditorUrl } from './case-address';
import { findSimilarSuites } from './find-similar-suites';
import { suiteKeyFromSegments } from './suite-key-from-segments';

/** The page for the URL of a case file that does not exist; suggests similar files. */
export function MissingSuite() {
  const suiteKey = suiteKeyFromPath(usePathname());
  const { data } = useQuery(caseFilesQuery());
  const similarSuites = findSimilarSuites(suiteKey, data?.files.map(({ key }) => key) ?? []);
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">No such case file</h1>
      <Notice
        title={`There is no case file ${replaceInvisibleCharacters(suiteKey)} in this workspace.`}
        details={['The file may have been moved or deleted, or it is a link: links are not followed.']}
      >
        <ul className="flex flex-col items-center gap-1">
          {similarSuites.map((key) => (
            <li key={key}>
              Did you mean{' '}
              <TextLink href={caseEditorUrl(key)} look="inline">
                {key}
              </TextLink>
              ?
            </li>
          ))}
          <li>
            <TextLink href="/cases" look="inline">
              All case files
            </TextLink>
          </li>
        </ul>
      </Notice>
    </main>
  );
}

function suiteKeyFromPath(pathname: string): string {
  return suiteKeyFromSegments(pathname.split('/').slice(2));
}
