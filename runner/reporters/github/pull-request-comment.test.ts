import { expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult, type FinishedRun, finishedRun } from '../../testing/finished-run.ts';
import { compareRuns } from '../../verdict/index.ts';
import { toCaseFileName, toFileUrl } from '../html/page-addresses.ts';
import { formatMissingRunComment, formatPullRequestComment } from './pull-request-comment.ts';

const links = [{ text: 'Run', url: 'https://ci.example/runs/7' }];
const passed = (id: string, parts: Partial<CaseResult> = {}) => caseResult({ id, ...parts });
const failed = (id: string, parts: Partial<CaseResult> = {}) =>
  caseResult({ id, status: 'failed', error: `${id} is wrong`, output: `answer of ${id}`, ...parts });

function comment(after: FinishedRun, before?: FinishedRun): string {
  const compared = before && { comparison: compareRuns(before.state, after.state), branch: 'main' };
  return formatPullRequestComment({ ...after, compared, links });
}

it('begins with the verdict, the figures and links, and explains what failed', () => {
  const usage = { agent: { inputTokens: 10, outputTokens: 1, calls: 1, retries: 0, cost: 0.25 } };
  expect(
    comment(finishedRun([passed('A'), failed('B')], { usage, reason: '1 failed' })),
  ).toBe(`### **❌ Failed** · 1 of 2 cases passed · 1 failed

| Measure | This run |
| --- | --- |
| Pass rate | 50.0% (1 of 2), likely 5.5% to 94.5% (95% confidence) |
| Cost | 0.25 |

<details>
<summary>failed: <code>B</code></summary>

\`\`\`
B is wrong
\`\`\`

The last answer:

\`\`\`
answer of B
\`\`\`

</details>

[Run](https://ci.example/runs/7)
`);
});

it('gives the reason that the headline does not give', () => {
  expect(comment(finishedRun([passed('A'), failed('B')], { reason: 'pass rate 50.0% is below 90%' }))).toContain(
    'Reason: `pass rate 50.0% is below 90%`\n',
  );
});

it('says what may be chance, what is new and what is fixed', () => {
  const before = finishedRun([passed('A'), passed('B'), failed('C'), passed('D')]);
  const text = comment(finishedRun([passed('A'), failed('B'), passed('C'), passed('D'), failed('E')]), before);
  expect(text).toContain('**⚠️ 1 case got worse, which can be chance** · 1 new case failed · 1 fixed · 2 same\n');
  expect(text).toContain('**Perhaps chance: better last time (1)**\n\n- `B`: passed → failed\n');
  expect(text).toContain('**New cases that failed (1)**\n\n- `E`: failed\n');
  expect(text).toContain('**Fixed (1)**\n\n- `C`: failed → passed\n');
  expect(text).not.toContain('New failures');
  expect(text).toMatch(/\| Since `main` \| 75\.0% → 75\.0% of 4 cases: .* \|/);
});

it('says of a case that failed in every attempt and never before that it is no chance', () => {
  const attempts = Array.from({ length: 12 }, (_, index) => index + 1);
  const before = finishedRun(attempts.map((attempt) => passed('A', { attempt })));
  const text = comment(finishedRun(attempts.map((attempt) => failed('A', { attempt }))), before);
  expect(text).toContain('**❌ Worse by more than chance** · 0 fixed · 0 same\n');
  expect(text).toContain('**New failures, by more than chance (1)**\n\n- `A`: passed (12/12) → failed (0/12)\n');
  expect(text).not.toContain('Perhaps chance');
});

it('says when nothing got worse', () => {
  const text = comment(finishedRun([passed('A')]), finishedRun([passed('A')]));
  expect(text).toContain('**✅ No case got worse** · 0 fixed · 1 same\n');
  expect(text).not.toContain('<details>');
});

it('shows what an agent or a case says as code only', () => {
  const hostile =
    '@everyone #1 https://evil.example ![x](https://evil.example/x.png) <img src=x> </details>\n```\n<script>\n# big\n`a` |';
  const text = comment(
    finishedRun([failed(hostile, { name: hostile, error: hostile, output: hostile })], { reason: hostile }),
    finishedRun([passed(hostile, { name: hostile })]),
  );
  const outside = text
    .replaceAll(/^(`{3,})\n.*?^\1$/gms, '')
    .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    .replaceAll(/<code>[\w &#;,-]*<\/code>/g, '');
  expect(outside).not.toMatch(/evil|everyone|script|<img|# big|#1/);
  expect(outside.match(/<\/?\w+>/g)).toEqual(['<details>', '<summary>', '</summary>', '</details>']);
});

it('stays below what a comment may have', () => {
  const long = 'x'.repeat(3_000);
  const many = Array.from({ length: 200 }, (_, index) => failed(`${index} ${long}`, { error: long, output: long }));
  const text = comment(finishedRun(many), finishedRun(many.map(({ id }) => passed(id))));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('- 180 more in the report\n');
  expect(text).toMatch(/190 more failures in the report\.\n\n\[Run\]/);
});

it('says of a run that did not take place how it ended, in its own words', () => {
  const text = formatMissingRunComment(1, 'turntree: cases.jsonl does not exist\n', links);
  expect(text).toMatch(/^### ❌ Nothing was run: turntree ended with exit code 1\n/);
  expect(text).toContain('```\nturntree: cases.jsonl does not exist\n```\n');
  expect(text).toMatch(/\[Run\]\(\S+\)\n$/);
  expect(formatMissingRunComment(137, '', [])).not.toContain('```');
});

it('links to the pages of a published folder, at the addresses that the folder has', () => {
  const run = finishedRun([passed('A'), failed('B (x)')]);
  const site = 'https://a.example/agents/';
  const bad = run.state.rows.find(({ id }) => id === 'B (x)');
  if (bad === undefined) throw new Error('the run has two cases');
  const text = formatPullRequestComment({ ...run, compared: undefined, links, site });
  const linked = [...text.matchAll(/\]\((https:\/\/a\.example[^)]*)\)/g)].map(([, url]) => url);
  expect(linked.filter((url) => !url?.includes('/trends/'))).toEqual([
    `${site}${toFileUrl(toCaseFileName(bad))}`,
    `${site}index.html`,
  ]);
  expect(text).toMatch(/\[Trends\]\(https:\/\/a\.example\/agents\/trends\/[^)]+\.html\)/);
  expect(formatPullRequestComment({ ...run, compared: undefined, links })).not.toContain('a.example');
});
