export const inspectorTabs = ['checkpoints', 'verdicts', 'why', 'raw', 'simulator', 'history'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];
