export const inspectorTabs = ['checkpoints', 'verdicts', 'scores', 'why', 'raw', 'simulator', 'history'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];
