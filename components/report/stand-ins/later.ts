import type { ComponentType } from 'react';

/** Stands in for `components/ui/later`: nothing of the report comes late. */
export const later = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> => Part;

export async function loadPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> {
  return (await load())[name];
}

export const untilLoaded = <Module>(load: () => Promise<Module>): Promise<Module> => load();
