import { JsonView } from '@/components/ui/json-view';
import { Notice } from '@/components/ui/notice';
import type { AnnouncedCase, AttemptState, Json } from '@/runner/contract';

type Props = { announced: AnnouncedCase; attempt: AttemptState; onTurn: (turn: number) => void };

/** Who plays the user: its persona and goal, and what it thought before each of its messages. */
export function SimulatorTab({ announced, attempt, onTurn }: Props) {
  const { simulator } = announced;
  if (simulator === undefined) {
    return <Notice title="Nobody is simulated here." details={['The messages of the user are written in the case.']} />;
  }
  const { persona, goal, ...extra } = simulator.metadata ?? {};
  const thoughts = attempt.turns.filter((turn) => turn.reasoning !== undefined);
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1.5">
        <Fact title="Agent" value={simulator.use} />
        <Fact title="Connector" value={simulator.connector} />
        <Fact title="Persona" value={persona} />
        <Fact title="Goal" value={goal} />
        {Object.keys(extra).length > 0 && <Fact title="Extra" value={extra} />}
      </dl>
      <h3 className="border-t pt-3 font-medium text-xs">Reasoning</h3>
      {thoughts.length === 0 && <p className="text-ink-faint text-xs">It has given no reasons yet.</p>}
      <ol className="flex flex-col gap-2">
        {thoughts.map(({ turn, reasoning }) => (
          <li key={turn} className="flex gap-2 text-xs">
            <button
              type="button"
              onClick={() => onTurn(turn)}
              className="shrink-0 self-start text-accent tabular-nums underline-offset-2 hover:underline"
            >
              turn {turn}
            </button>
            <p className="min-w-0 break-words">{reasoning}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Fact({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-ink-faint text-xs">{title}</dt>
      <dd className="min-w-0 break-words text-xs">{typeof value === 'string' ? value : <JsonView value={value} />}</dd>
    </>
  );
}
