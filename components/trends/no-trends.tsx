import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import type { Trends, TrendsSearch } from '@/lib/queries';
import { trendWindowLabel } from './describe-trends';

type Props = { trends: Trends; search: TrendsSearch; onAll: () => void };

const MAX_SUGGESTED_SUITES = 5;

/** Shown if there are no runs to show: explains why, and what to do. */
export function NoTrends({ trends: { suites, suiteKey, agents }, search, onAll }: Props) {
  if (suites.length === 0) {
    return (
      <Notice
        title="No run has finished yet."
        details={[
          'Trends begin with the second run of a suite: start one here, or with "turntree test" and a case file.',
        ]}
      >
        <TextLink href="/runs?new=true" className="font-medium">
          New run
        </TextLink>
      </Notice>
    );
  }
  const hasSuite = suites.some(({ key }) => key === suiteKey) || search.suite === '';
  const hasAgent = search.agent === '' || agents.some(({ key }) => key === search.agent);
  if (hasSuite && hasAgent && search.window !== 'all') {
    return (
      <Notice
        title={`No runs of ${suiteKey} in this window`}
        details={[`Window: ${trendWindowLabel(search.window).toLowerCase()}.`]}
      >
        <Button onClick={onAll}>Show all runs</Button>
      </Notice>
    );
  }
  return (
    <Notice
      title={hasSuite ? `${search.agent} has no runs of ${suiteKey}.` : `There are no runs of ${suiteKey}.`}
      details={['The address may be incomplete, the file may have been renamed, or its runs may have been deleted.']}
    >
      {suites.slice(0, MAX_SUGGESTED_SUITES).map(({ key }) => (
        <TextLink key={key} href={`/trends?suite=${encodeURIComponent(key)}`}>
          {key}
        </TextLink>
      ))}
    </Notice>
  );
}
