import type { ComponentType } from 'react';

/** Replaces `components/ui/lazy-component` in the report, which loads nothing lazily. */
export const lazyComponent = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> => Part;

export async function loadExport<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  return (await load())[name];
}

export const importWithRetry = <Module>(load: () => Promise<Module>): Promise<Module> => load();
