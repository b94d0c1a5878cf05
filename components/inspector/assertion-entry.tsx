import dynamic from 'next/dynamic';
import { JsonView } from '@/components/json/json-view';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { AssertionResult } from '@/runner/contract';
import { hasActualValue } from '@/runner/fold';
import { type Json, parseLongText } from '@/runner/values';
import { findCallDifferences, ToolDifferences } from './tool-differences';
import { ValidationDetails } from './validation-details';

const ValueDiff = lazyComponent(dynamic(() => loadExport(() => import('./value-diff'), 'ValueDiff')));

type Props = { assertion: AssertionResult; onTurn?: ((turn: number) => void) | undefined };

/** Shows one check: the expected and actual values, and their difference. */
export function AssertionEntry({ assertion, onTurn }: Props) {
  const { type, path, place, negate, status, message, expected, actual, agentValidation, turn, rule } = assertion;
  const comparedValues = findExactlyComparedValues(assertion);
  const calls = status === 'failed' && negate !== true ? findCallDifferences(assertion) : [];
  const hasDetails = comparedValues !== undefined || calls.length > 0;
  const values = (
    <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1">
      <ComparedValue title="Expected" value={expected} />
      <ComparedValue title="Actual" value={hasActualValue(assertion) ? (actual ?? 'undefined') : undefined} />
    </dl>
  );
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 break-words font-mono text-xs">
          {rule === 'never' && <span className="text-late">never </span>}
          {negate === true && <span className="text-late">not </span>}
          {type}
          {path !== undefined && <span className="text-ink-faint"> {path}</span>}
          {turn !== undefined && <span className="text-ink-faint"> turn {turn}</span>}
        </span>
        <Status of={status} className="ml-auto text-xs" />
      </div>
      {message !== undefined && status !== 'passed' && !(hasDetails && message.startsWith('expected ')) && (
        <Text text={message} className="whitespace-pre-wrap break-words text-ink-soft text-xs" />
      )}
      {place !== undefined && <p className="break-words font-mono text-2xs text-ink-faint">{place}</p>}
      {calls.length > 0 && <ToolDifferences calls={calls} />}
      {comparedValues !== undefined && <ValueDiff {...comparedValues} />}
      {calls.length > 0 && (
        <details>
          <summary className="text-accent text-xs">Expected and actual in full</summary>
          <div className="mt-2">{values}</div>
        </details>
      )}
      {!hasDetails && values}
      {agentValidation !== undefined && <ValidationDetails validation={agentValidation} onTurn={onTurn} />}
    </li>
  );
}

/**
 * The types of assertions that require equality. Only for these, a diff of the expected and actual values is useful.
 */
const exactComparisonTypes = ['equals', 'json_path', 'Equal', 'JSONPath'];

function findExactlyComparedValues(assertion: AssertionResult): { expected: Json; actual: Json } | undefined {
  const { type, status, negate, expected, actual } = assertion;
  if (status !== 'failed' || negate === true || !exactComparisonTypes.includes(type)) return undefined;
  if (expected === undefined || actual === undefined) return undefined;
  if (parseLongText(expected) !== undefined || parseLongText(actual) !== undefined) return undefined;
  const bothTexts = typeof expected === 'string' && typeof actual === 'string';
  return bothTexts || (isObjectOrArray(expected) && isObjectOrArray(actual)) ? { expected, actual } : undefined;
}

function isObjectOrArray(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function ComparedValue({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-ink-faint text-xs">{title}</dt>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard */}
      <dd tabIndex={0} className="max-h-60 overflow-y-auto rounded-sm bg-sunken px-2 py-1">
        {typeof value === 'string' ? (
          <Text text={value === '' ? '(empty text)' : value} className="whitespace-pre-wrap break-words text-xs" />
        ) : (
          <JsonView value={value} />
        )}
      </dd>
    </>
  );
}
