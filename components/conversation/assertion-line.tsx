import { Status } from '@/components/ui/status';
import type { AssertionResult } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';

export function AssertionLine({ assertion }: { assertion: AssertionResult }) {
  return (
    <p className="flex items-baseline gap-2 text-xs">
      <Status of={assertion.status} className="text-xs" />
      <span className="min-w-0 break-words">
        <span className="font-mono text-2xs">
          {assertion.negate === true && 'not '}
          {assertion.type}
          {assertion.path !== undefined && ` ${assertion.path}`}
        </span>
        {assertion.status !== 'passed' && assertion.message !== undefined && (
          <span className="text-ink-soft"> · {replaceInvisibleCharacters(getLongTextPreview(assertion.message))}</span>
        )}
        {assertion.agentValidation?.unreliable !== undefined && (
          <span className="text-broken"> · unreliable judge</span>
        )}
        {assertion.place !== undefined && <span className="text-ink-faint"> {assertion.place}</span>}
      </span>
    </p>
  );
}
