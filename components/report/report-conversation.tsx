import { useContext } from 'react';
import { buildConversation } from '@/components/conversation/conversation-model';
import { DiagnosisNote } from '@/components/conversation/diagnosis-note';
import { MessageCard } from '@/components/conversation/message-card';
import { TurnCard } from '@/components/conversation/turn-card';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import { FaultNote } from '@/components/faults/fault-note';
import { TitledJsonView } from '@/components/json/titled-json-view';
import type { AttemptBodyProps } from '@/components/runs/body-props';
import { Reviews } from './reviews';

/**
 * Shows a conversation, including the messages before the first turn. Shows the expected output unless a check already
 * shows it.
 */
export function ReportConversation({ announced, attempt, raw, turn, onTurn }: AttemptBodyProps) {
  const { history, turns } = buildConversation(attempt, announced);
  const diagnosed = useContext(DiagnosedTurnContext);
  return (
    <>
      {history.length > 0 && (
        <ul
          aria-label="Before this conversation"
          className="flex flex-col gap-2 border-line-strong border-l-2 border-dashed pl-4"
        >
          {history.map((message, position) => (
            <li key={position}>
              <MessageCard {...message} part={`past ${position}`} note="history" raw={raw} />
            </li>
          ))}
        </ul>
      )}
      <ol>
        {turns.map((view, index) => (
          <TurnCard
            key={view.turn}
            view={view}
            raw={raw}
            isChosen={turn === view.turn}
            onChoose={() => onTurn(turn === view.turn ? null : view.turn)}
            place={{ index, count: turns.length, measure: () => undefined }}
            notes={
              <>
                {view.turn === diagnosed?.turn && <DiagnosisNote {...diagnosed} />}
                {view.faults.map((fault, position) => (
                  <FaultNote key={position} {...fault} />
                ))}
                <Reviews turn={view.turn} />
              </>
            }
          />
        ))}
      </ol>
      {attempt.assertions.length === 0 && <TitledJsonView title="Expected" value={attempt.result?.expected} />}
    </>
  );
}
