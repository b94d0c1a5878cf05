import { TitledJsonView } from '@/components/json/titled-json-view';
import { UnreliableJudge } from '@/components/reviews/unreliable-judge';
import type { AgentValidation } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';
import { CriterionRulings } from './criterion-rulings';

type Props = { validation: AgentValidation; onTurn?: ((turn: number) => void) | undefined };

/** Shows the verdict and the reason of a judge; expands to the request and response of the judge. */
export function ValidationDetails({ validation, onTurn }: Props) {
  const { reason, score, criteria, input, request, response, unreliable, votes = [], rulings = [] } = validation;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2 text-xs">
      {rulings.length > 0 && <CriterionRulings rulings={rulings} onTurn={onTurn} />}
      {rulings.length === 0 && (
        <p className="break-words">
          <span className="text-ink-faint">Judge: </span>
          {reason === '' ? 'no reason given' : replaceInvisibleCharacters(getLongTextPreview(reason))}
          {score !== undefined && <span className="text-ink-faint tabular-nums"> · score {score}</span>}
        </p>
      )}
      {unreliable !== undefined && <UnreliableJudge why={unreliable} />}
      {votes.length > 0 && (
        <ol aria-label="Votes" className="list-inside list-decimal">
          {votes.map(({ passed, reason: why }, index) => (
            <li key={index} className="break-words">
              {passed === null ? 'no verdict' : passedOrFailedText(passed)}
              {why !== '' && `: ${replaceInvisibleCharacters(getLongTextPreview(why))}`}
            </li>
          ))}
        </ol>
      )}
      <details>
        <summary className="text-accent text-xs">Request and answer</summary>
        <div className="mt-2 flex flex-col gap-2">
          <TitledJsonView title="Criteria" value={criteria} />
          <TitledJsonView title="Request" value={request ?? input} />
          <TitledJsonView title="Answer" value={response} />
        </div>
      </details>
    </div>
  );
}

function passedOrFailedText(passed: boolean): string {
  return passed ? 'passed' : 'failed';
}
