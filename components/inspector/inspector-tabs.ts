export const inspectorTabs = ['checkpoints', 'why', 'raw', 'simulator'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];
