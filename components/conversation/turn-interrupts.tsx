import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { TurnView } from './conversation-model';

const InterruptCard = lazyComponent(dynamic(() => loadExport(() => import('./interrupt-card'), 'InterruptCard')));

/**
 * Shows the questions with which the agent interrupted a turn: those answered within the turn before the agent's
 * answer, and those left to the user after it.
 */
export function TurnInterrupts({ view, answered }: { view: TurnView; answered: 'in the turn' | 'by the user' }) {
  return view.interrupts.map((interrupt, position) =>
    (interrupt.answeredBy === undefined) === (answered === 'by the user') ? (
      <InterruptCard key={position} interrupt={interrupt} part={`turn ${view.turn} interrupt ${position}`} />
    ) : null,
  );
}
