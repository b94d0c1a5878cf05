import { type RefObject, useEffect, useRef } from 'react';
import type { JsonPath } from '@/runner/authoring';

/** Returns the key by which the field for a path is found in the DOM. */
export function fieldKey(path: JsonPath): string {
  return path.join('/');
}

/** Returns a function that focuses the first field at or below a path as soon as the form contains it. */
export function useFocusField(form: RefObject<HTMLElement | null>, text: string): (path: JsonPath) => void {
  'use memo';
  const pendingTarget = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes, because the form may then contain the field
  useEffect(() => {
    if (pendingTarget.current === undefined) return;
    const selector = CSS.escape(pendingTarget.current);
    pendingTarget.current = undefined;
    const fields = form.current?.querySelector(`[data-path="${selector}"], [data-path^="${selector}/"]`);
    const field = fields?.querySelector<HTMLElement>('input, textarea, button');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, [text, form]);
  return (path) => {
    pendingTarget.current = fieldKey(path);
  };
}
