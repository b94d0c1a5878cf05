import type { CaseResult } from '@/runner/contract';
import { faultLines } from '@/runner/verdict';

/** Whose fault an attempt was, where it is not the agent's, and hints at what others did wrong. */
export function FaultLines({ result }: { result: Pick<CaseResult, 'fault' | 'faults'> }) {
  return faultLines(result).map((line) => (
    <p key={line} className="break-words text-late text-xs">
      {line}
    </p>
  ));
}
