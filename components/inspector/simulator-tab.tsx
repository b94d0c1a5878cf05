import type { ReactNode } from 'react';
import { turnHighlightHandlers, useHighlightedTurn } from '@/components/conversation/turn-highlight';
import { JsonView } from '@/components/json/json-view';
import type { AttemptTabProps } from '@/components/runs/body-props';
import { cn } from '@/components/ui/cn';
import { LinkButton } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import type { Turn, UserFact } from '@/runner/contract';
import { factStateWords, formatContentText } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { formatDuration, getLongTextPreview, isJsonObject, type Json } from '@/runner/values';

/** Shows the simulated user: its persona and goal, and for each turn what it said and why. */
export function SimulatorTab({ announced, attempt, turn, onTurn }: Omit<AttemptTabProps, 'pick' | 'onPick'>) {
  const { simulator } = announced;
  if (simulator === undefined) {
    return <Notice title="This case has no simulator." details={['The user messages are written in the case.']} />;
  }
  const { persona, goal, facts: knowledge, ...others } = simulator.metadata ?? {};
  const ledger = attempt.result?.simulator?.facts ?? [];
  const extra = ledger.length > 0 || knowledge === undefined ? others : { facts: knowledge, ...others };
  const isByRules = simulator.by === 'rules';
  const moves = attempt.turns.filter(({ origin }) => origin === 'simulator');
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1.5">
        <SimulatorProperty title={simulator.by === undefined ? 'Agent' : 'Played by'} value={simulator.use} />
        <SimulatorProperty title="Connector" value={simulator.connector} />
        <SimulatorProperty title="Prompt" value={attempt.result?.simulator?.prompt} />
        <SimulatorProperty title="Persona" value={persona} />
        <SimulatorProperty title="Goal" value={Array.isArray(goal) ? goal.join(', then ') : goal} />
        {Object.keys(extra).length > 0 && <SimulatorProperty title="Extra" value={extra} />}
      </dl>
      <SimulatorFactTable facts={ledger} knowledge={knowledge} onTurn={onTurn} />
      <RuleBreachesNote count={attempt.result?.simulator?.breaches} />
      <h2 className="border-t pt-3 font-medium text-xs">
        {isByRules ? 'Messages of the simulator' : 'Messages of the simulator, with reasons'}
      </h2>
      {moves.length === 0 && (
        <p className="text-ink-faint text-xs">The simulator sent no message; the first one comes from the case.</p>
      )}
      <ol aria-label="Moves of the simulator" className="flex flex-col gap-3">
        {moves.map((move) => (
          <SimulatorTurn
            key={move.turn}
            move={move}
            isByRules={isByRules}
            isChosen={move.turn === turn}
            onTurn={onTurn}
          />
        ))}
      </ol>
      <SimulatorEnding attempt={attempt} />
    </div>
  );
}

type FactTableProps = {
  facts: readonly UserFact[];
  /** The facts that the case gives to the user, with their values. */
  knowledge: Json | undefined;
  onTurn: (turn: number) => void;
};

/** Shows for each fact of the built-in simulator when the agent asked for it and when the user revealed it. */
function SimulatorFactTable({ facts, knowledge, onTurn }: FactTableProps) {
  if (facts.length === 0) return null;
  return (
    <table className="w-full text-left text-xs">
      <caption className="border-t pt-3 pb-1.5 text-left font-medium">Facts that the agent asked for</caption>
      <thead className="text-ink-faint">
        <tr>
          <th className="pr-2 font-normal">Fact</th>
          <th className="pr-2 font-normal">How the fact came up</th>
          <th className="pr-2 font-normal">Asked</th>
          <th className="font-normal">Told</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, state, askedAtTurn, toldAtTurn }) => (
          <tr key={name}>
            <th scope="row" className="break-words pr-2 font-normal">
              {replaceInvisibleCharacters(getLongTextPreview(name))}
              <span className="block text-ink-faint">
                {replaceInvisibleCharacters(getLongTextPreview(formatFactValue(knowledge, name)))}
              </span>
            </th>
            <td className="pr-2">{factStateWords[state]}</td>
            <FactTurnCell turn={askedAtTurn} onTurn={onTurn} />
            <FactTurnCell turn={toldAtTurn} onTurn={onTurn} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatFactValue(knowledge: Json | undefined, name: string): string {
  const fact = isJsonObject(knowledge) ? knowledge[name] : undefined;
  return String((isJsonObject(fact) ? fact.value : fact) ?? '');
}

function FactTurnCell({ turn, onTurn }: { turn: number | undefined; onTurn: (turn: number) => void }) {
  return (
    <td className="pr-2 tabular-nums">
      {turn !== undefined && <LinkButton onClick={() => onTurn(turn)}>turn {turn}</LinkButton>}
    </td>
  );
}

/** Shows how many messages of a model-based simulator were rejected because they broke the simulator's rules. */
function RuleBreachesNote({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <p className="text-xs">
      {count === 0
        ? 'Every message followed the rules of the simulator.'
        : `${formatCountWithNoun(count, 'message')} broke the rules of the simulator and ${count === 1 ? 'was' : 'were'} not sent.`}
    </p>
  );
}

type SimulatorTurnProps = { move: Turn; isByRules: boolean; isChosen: boolean; onTurn: (turn: number) => void };

function SimulatorTurn({ move, isByRules, isChosen, onTurn }: SimulatorTurnProps) {
  const lit = useHighlightedTurn();
  const { turn, input, reasoning, simulatorMs } = move;
  return (
    <li
      {...turnHighlightHandlers(turn, lit.setHighlightedTurn)}
      className={cn(
        '-mx-2 flex flex-col gap-1 rounded-sm px-2 py-1 text-xs',
        (isChosen || lit.turn === turn) && 'bg-chosen',
      )}
    >
      <p className="flex items-baseline gap-2">
        <LinkButton onClick={() => onTurn(turn)} className="tabular-nums">
          turn {turn}
        </LinkButton>
        {simulatorMs !== undefined && (
          <span className="text-2xs text-ink-faint tabular-nums">{formatDuration(simulatorMs)}</span>
        )}
      </p>
      <blockquote className="line-clamp-3 break-words border-line-strong border-l-2 pl-2 text-ink-soft">
        {replaceInvisibleCharacters(getLongTextPreview(formatContentText(input)))}
      </blockquote>
      {!isByRules && (
        <p className="break-words">
          {reasoning === undefined ? (
            <span className="text-ink-faint">The simulator gave no reason.</span>
          ) : (
            replaceInvisibleCharacters(getLongTextPreview(reasoning))
          )}
        </p>
      )}
    </li>
  );
}

/** Explains the end of the conversation if the simulator ended it; renders nothing otherwise. */
function SimulatorEnding({ attempt: { result } }: Pick<AttemptTabProps, 'attempt'>) {
  const words = endReasonTexts[result?.endReason ?? ''];
  if (words === undefined) return null;
  return (
    <p className="border-t pt-3 text-ink-soft text-xs">
      {words}
      {result?.endReason === 'simulator_error' && result.error !== undefined && (
        <span className="mt-1 block break-words text-broken">{result.error}</span>
      )}
    </p>
  );
}

const endReasonTexts: Readonly<Record<string, ReactNode>> = {
  goal_achieved: 'The simulator then reported that its goal was achieved.',
  refused: 'The simulator then gave up, because the agent had refused.',
  max_turns: 'The conversation reached its maximum number of turns.',
  checkpoints_reached:
    'The conversation ended before the simulator’s next message, because every required checkpoint was reached.',
  simulator_error: 'The simulator then gave an invalid answer.',
};

function SimulatorProperty({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-ink-faint text-xs">{title}</dt>
      <dd className="min-w-0 break-words text-xs">{typeof value === 'string' ? value : <JsonView value={value} />}</dd>
    </>
  );
}
