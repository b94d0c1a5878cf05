export const inspectorTabs = ['checkpoints', 'verdicts', 'why', 'raw', 'simulator'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];
