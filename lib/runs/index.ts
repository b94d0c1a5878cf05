export { cancelRun } from './cancel-run.ts';
export { generateCases } from './generate-cases.ts';
export { requireRun, requireRunState } from './known-run.ts';
export { runAgain } from './run-again.ts';
export { runReader } from './run-reader.ts';
export { startRun } from './start-run.ts';
export { tailRun } from './tail-run.ts';
export { reportFormats, writeReport } from './write-report.ts';
