import type { ComponentType } from 'react';

const pendingComponentLoads: Promise<void>[] = [];

/** Replaces `next/dynamic` in the report, which contains all components and loads them before rendering. */
export default function dynamic<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  pendingComponentLoads.push(
    load().then((loadedModule) => {
      Part = loadedModule;
    }),
  );
  return function Dynamic(props: Props) {
    return Part === undefined ? null : <Part {...props} />;
  };
}

export async function waitForDynamicParts(): Promise<void> {
  await Promise.all(pendingComponentLoads);
}
