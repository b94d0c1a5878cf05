import { CaseHealthBadge } from '@/components/ui/case-health-badge';
import { TextLink } from '@/components/ui/links';
import type { CaseOutcomeChange, CaseTrend } from '@/lib/queries';
import { emptyCounts } from '@/runner/fold';
import { formatCountWithNoun, formatLocalTime, replaceInvisibleCharacters } from '@/runner/format';
import { countJudged, describeCaseHealthSince, formatBothRates, sumFaultCounts } from '@/runner/verdict';
import { conversationHref } from './addresses';
import { describeMarker, formatRate } from './describe-trends';

type SummarizedCase = { suiteKey: string; caseId: string };
type Props = { trend: CaseTrend; caseAddress: SummarizedCase };

/** Describes how often the case passed, and when its result last changed. */
export function CaseSummary({ trend, caseAddress }: Props) {
  const { runs, turn, more } = trend;
  const { passed, judged } = sumPassedAndJudged(runs);
  const both = formatBothRates(
    { ...emptyCounts(), passed, failed: judged - passed },
    sumFaultCounts(runs.map(({ faults }) => faults)),
  );
  return (
    <div className="flex flex-col gap-1 rounded-lg border bg-surface px-4 py-3 text-ink-soft">
      <p>
        Attempts that passed in the {runs.length === 1 ? 'only run' : `last ${runs.length} runs`}:{' '}
        {formatRate({ passed, judged })}. {both !== undefined && `Without failures outside the agent: ${both}. `}
        {formatCountWithNoun(countResultChanges(runs), 'flip')} from one attempt to the next.
      </p>
      {trend.agentId !== undefined && (
        <p>
          Several agents ran this case. The figures below are of {replaceInvisibleCharacters(trend.agentId)}, which ran
          last.
        </p>
      )}
      {trend.standing !== undefined && (
        <p>
          <CaseHealthBadge caseHealth={trend.standing} className="mr-1" />
          With its current content: {describeCaseHealthSince(trend.standing, formatLocalTime)}.
        </p>
      )}
      {turn === null ? (
        judged > 0 && trend.agentId === undefined && <p>{describeConstantResult({ passed, judged })}</p>
      ) : (
        <TurningPointText turn={turn} runs={runs} caseAddress={caseAddress} />
      )}
      {more && <p className="text-xs">Showing the newest {runs.length} runs.</p>}
    </div>
  );
}

function describeConstantResult({ passed, judged }: { passed: number; judged: number }): string {
  return passed === judged ? 'The case passed in all of these runs.' : 'No run passed every attempt.';
}

type TurnProps = { turn: CaseOutcomeChange; runs: CaseTrend['runs']; caseAddress: SummarizedCase };

function TurningPointText({ turn, runs, caseAddress }: TurnProps) {
  const { to, runId, beforeRunId, before, since, changes, hasAgentParts, evidence } = turn;
  const run = runs.find((each) => each.runId === runId);
  const [earlierVerb, laterVerb] = to === 'bad' ? ['passed', 'did not'] : ['did not pass', 'did'];
  const compare = new URLSearchParams({
    base: beforeRunId,
    head: runId,
    suite: caseAddress.suiteKey,
    case: caseAddress.caseId,
  });
  return (
    <>
      <p>
        {formatCountWithNoun(before, 'run')}
        {before > 1 && ' in a row'} {earlierVerb} before{' '}
        <TextLink href={conversationHref(runId, caseAddress)} look="inline">
          the run of {run === undefined ? 'then' : formatLocalTime(run.startedAt)}
        </TextLink>
        , and {since} since {laterVerb}. Compared with all earlier runs: {evidence.words}
        {evidence.verdict === 'real' &&
          '. This holds for a single case: among many cases, some change like that by chance'}
        .
      </p>
      <p>
        {changes.length === 0
          ? describeUnchangedSetup(hasAgentParts)
          : `New in that run: ${replaceInvisibleCharacters(describeMarker({ changes }))}.`}{' '}
        <TextLink href={`/compare?${compare}`} look="inline">
          Compare the two conversations
        </TextLink>
      </p>
    </>
  );
}

/**
 * Describes that the result changed although nothing else is known to have changed. Changes of prompts are known only
 * if the parts of the agent were recorded; otherwise, the sentence does not claim that they were the same.
 */
function describeUnchangedSetup(hasAgentParts: boolean): string {
  return hasAgentParts
    ? 'Agent, its prompts, scripts and settings, connector, commit and case were the same as in the run before, as far as they are recorded.'
    : 'Agent, connector, commit and case were the same as in the run before; its prompts are not recorded.';
}

type CaseRuns = CaseTrend['runs'];

function sumPassedAndJudged(runs: CaseRuns): { passed: number; judged: number } {
  let passed = 0;
  let judgedCount = 0;
  for (const { counts } of runs) {
    passed += counts.passed;
    judgedCount += countJudged(counts);
  }
  return { passed, judged: judgedCount };
}

/** Counts attempts whose result differs from that of the previous attempt. */
function countResultChanges(runs: CaseRuns): number {
  const outcomes = runs.flatMap(({ attempts }) =>
    attempts.flatMap(({ status }) => (status === 'skipped' ? [] : status === 'passed')),
  );
  return outcomes.filter((outcome, index) => index > 0 && outcome !== outcomes[index - 1]).length;
}
