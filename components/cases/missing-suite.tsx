'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { caseFilesQuery } from '@/lib/queries';
import { visibleText } from '@/runner/format';
import { addressOfCase } from './case-address';
import { nearSuites } from './near-suites';
import { suiteOfSegments } from './suite-of-segments';

/** Shown for a URL of a missing case file; suggests files that exist. */
export function MissingSuite() {
  const suiteKey = keyIn(usePathname());
  const { data } = useQuery(caseFilesQuery());
  const near = nearSuites(suiteKey, data?.files.map(({ key }) => key) ?? []);
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">No such case file</h1>
      <Notice
        title={`There is no case file ${visibleText(suiteKey)} in this workspace.`}
        details={['It may have been moved or deleted, or it is a link: links are not followed.']}
      >
        <ul className="flex flex-col items-center gap-1">
          {near.map((key) => (
            <li key={key}>
              Did you mean{' '}
              <TextLink href={addressOfCase(key)} look="inline">
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

function keyIn(pathname: string): string {
  return suiteOfSegments(pathname.split('/').slice(2));
}
