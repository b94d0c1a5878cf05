import { type CaseStatus, caseStatuses } from '../../contract/index.ts';
import { formatDecimalPercent } from '../../values/index.ts';
import { statusWordAndTone } from '../../verdict/index.ts';
import { formatMinute } from '../console/failure-lines.ts';
import { escapeXmlText } from '../xml-text.ts';
import { buildFolderPage, formatCodeElement } from './folder-page.ts';
import { toCaseFileName, toFileUrl } from './page-addresses.ts';

/** The results of a suite in its last complete runs, oldest first, with one agent. */
export type SuiteTrends = {
  suiteKey: string;
  agent: string;
  /** A sentence on the state of the suite: whether and since when it fails, and why. Names are in backquotes. */
  sentence: string;
  runs: { runId: string; startedAt: number; passed: number; judged: number; gitCommit: string | null }[];
  cases: {
    id: string;
    standing: string;
    passed: number;
    judged: number;
    /**
     * The results of a case: one letter for each of the last runs, either the first letter of the status, or the tenths
     * of attempts that passed.
     */
    cells: string;
  }[];
};

const NOT_IN_RUN_CELL = '.';

/** Yields the page of a suite over its last runs. `linked` has the ids of the cases with a page in the same folder. */
export function buildTrendsPage(trends: SuiteTrends, linked: ReadonlySet<string>): Generator<string> {
  return buildFolderPage(`Trends of ${trends.suiteKey}`, renderTrendsParts(trends, linked));
}

function* renderTrendsParts(
  { suiteKey, agent, sentence, runs, cases }: SuiteTrends,
  linked: ReadonlySet<string>,
): Generator<string> {
  yield `<p><a href="../index.html">All cases of the newest report</a></p>\n<h1>${escapeXmlText(suiteKey)}</h1>\n`;
  yield `<p>${escapeXmlText(agent)}</p>\n<p class="status">${formatCodeElement(sentence)}</p>\n`;
  if (runs.length === 0) {
    yield '<p>No complete run has judged this suite yet.</p>\n';
    return;
  }
  yield `<h2>Pass rate of the last ${runs.length} complete runs</h2>\n${formatRateChart(runs)}`;
  yield '<h2>Cases</h2>\n<table>\n<thead><tr><th scope="col">Now</th><th scope="col">Case</th><th scope="col">Passed</th><th scope="col">Runs, oldest first</th></tr></thead>\n<tbody>\n';
  for (const each of cases) {
    const page = `../${toFileUrl(toCaseFileName({ suiteKey, id: each.id }))}`;
    const name = linked.has(each.id) ? `<a href="${page}">${escapeXmlText(each.id)}</a>` : escapeXmlText(each.id);
    yield `<tr><td>${escapeXmlText(each.standing)}</td><td>${name}</td><td>${each.passed} of ${each.judged}</td><td class="marks">${[...each.cells].map(formatHeatMapCell).join('')}</td></tr>\n`;
  }
  yield '</tbody>\n</table>\n<h2>Runs</h2>\n<table>\n<thead><tr><th scope="col">Started</th><th scope="col">Run</th><th scope="col">Passed</th><th scope="col">Commit</th></tr></thead>\n<tbody>\n';
  for (const { runId, startedAt, gitCommit, ...run } of runs.toReversed()) {
    yield `<tr><td>${formatMinute(startedAt)}</td><td><code>${escapeXmlText(runId.slice(0, 13))}</code></td><td>${formatRate(run)}</td><td>${escapeXmlText(gitCommit?.slice(0, 10) ?? '')}</td></tr>\n`;
  }
  yield '</tbody>\n</table>\n';
}

function formatRate({ passed, judged }: { passed: number; judged: number }): string {
  return judged === 0 ? 'nothing was judged' : `${formatDecimalPercent(passed / judged)} (${passed} of ${judged})`;
}

/** Returns a bar chart of the pass rates of the runs. The table of runs contains the same numbers as text. */
function formatRateChart(runs: SuiteTrends['runs']): string {
  const bars = runs.map(({ startedAt, ...run }, index) => {
    const height = run.judged === 0 ? 0 : (run.passed / run.judged) * 100;
    return `<rect class="track" x="${index * 10 + 1}" width="8" height="100"></rect><rect x="${index * 10 + 1}" y="${(100 - height).toFixed(1)}" width="8" height="${Math.max(height, 1).toFixed(1)}"><title>${formatMinute(startedAt)}: ${formatRate(run)}</title></rect>`;
  });
  const last = runs.at(-1);
  const label = last === undefined ? '' : `Pass rate of each run, the last one ${formatRate(last)}`;
  return `<svg class="runs" role="img" aria-label="${escapeXmlText(label)}" viewBox="0 0 ${runs.length * 10} 100" preserveAspectRatio="none">${bars.join('')}</svg>\n`;
}

function formatHeatMapCell(cell: string): string {
  if (cell === NOT_IN_RUN_CELL) return '<span title="not in this run">·</span>';
  const status = caseStatuses.find((each: CaseStatus) => each.startsWith(cell.toLowerCase()));
  if (status === undefined) return `<span class="late" title="${cell}0% of the attempts passed">~</span>`;
  const { word, tone } = statusWordAndTone[status];
  const mark = { passed: '✓', failed: '✗', error: '!', timeout: '!', skipped: '–' }[status];
  return `<span class="${tone}" title="${word}">${mark}</span>`;
}
