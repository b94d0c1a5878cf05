import type { CaseResult } from '../contract/index.ts';
import type { Json } from '../values/index.ts';

type StateChange = NonNullable<CaseResult['state']>['changes'][number];

/**
 * Describes in one line one difference between the state at the start and at the end of an attempt. All outputs use
 * this text.
 */
export function formatStateChange({ kind, path, before, after }: StateChange): string {
  switch (kind) {
    case 'added':
      return `${path} added: ${formatJson(after)}`;
    case 'removed':
      return `${path} removed: ${formatJson(before)}`;
    case 'changed':
      return `${path}: ${formatJson(before)} → ${formatJson(after)}`;
    default:
      return kind satisfies never;
  }
}

function formatJson(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}
