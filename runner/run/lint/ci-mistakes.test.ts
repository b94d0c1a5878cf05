import { describe, expect, it } from 'vitest';
import { findCiMistakes } from './ci-mistakes.ts';

const findMessages = (text: string): string[] => findCiMistakes('ci.yml', text).map(({ message }) => message);

function workflow(step: string, { job = '', more = '' }: { job?: string; more?: string } = {}): string {
  return `on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n${job}    steps:\n      - uses: actions/checkout@v4\n${step}\n${more}`;
}
const run = (command: string): string => workflow(`      - run: ${command}`);
const lost = 'the exit code of turntree test is lost in the pipe; write "set -o pipefail" or "shell: bash"';
const unmerged = 'nothing merges the shards, so each gate sees only a part; add a job with "turntree merge"';

describe('a step that passes whatever the cases do', () => {
  it.each([
    [
      workflow('      - run: npx turntree test tests\n        continue-on-error: true'),
      'continue-on-error lets the job pass even if cases fail',
    ],
    [run('npx turntree test tests || true'), '"||" after turntree test lets the step pass even if cases fail'],
    [run('npx turntree test tests 2>&1 | tee agents.log'), lost],
    [
      run('npx turntree test tests --update-snapshots'),
      '--update-snapshots accepts every answer, so snapshots cannot fail here',
    ],
    [
      'test:\n  allow_failure: true\n  script:\n    - npx turntree test tests\n',
      'allow_failure lets the job pass even if cases fail',
    ],
  ])('is named: %s', (text, message) => {
    expect(findMessages(text)).toEqual([message]);
  });

  it.each([
    run('npx turntree test tests -o report.xml'),
    run('npm test | tee log; npx turntree lint || true'),
    workflow('      - run: npx turntree test tests | tee log\n        shell: bash'),
    workflow('      - run: |\n          set -o pipefail\n          npx turntree test tests | tee log'),
    workflow('      - id: agents\n        continue-on-error: true\n        run: npx turntree test tests', {
      more: "      - run: exit 1\n        if: steps.agents.outcome == 'failure'",
    }),
    workflow('      - run: npx turntree test tests\n      - run: npm audit\n        continue-on-error: true'),
    'test:\n  script:\n    - npx turntree test tests | tee log\n',
    'on: [\n',
  ])('is not seen in %s', (text) => {
    expect(findMessages(text)).toEqual([]);
  });

  it('is named with its line', () => {
    expect(findCiMistakes('ci.yml', run('npx turntree test tests || true'))).toMatchObject([{ line: 7 }]);
  });
});

describe('shards', () => {
  const merge = '  merge:\n    needs: test\n    steps:\n      - run: npx turntree merge shard-*.db\n';
  const matrix = (values: string) => `    strategy:\n      matrix:\n        shard: ${values}\n`;
  const step = `      - run: npx turntree test tests --shard \${{ matrix.shard }}/3 --db a.db`;

  it('are all run and merged', () => {
    expect([
      findMessages(workflow(step, { job: matrix('[1, 2, 3]'), more: merge })),
      findMessages(workflow(step.replace('}}/3', '}}'), { job: matrix("['1/2', '2/2']"), more: merge })),
      findMessages(workflow(step, { job: matrix(`\${{ fromJson(needs.plan.outputs.shards) }}`), more: merge })),
      findMessages(
        'test:\n  parallel: 3\n  script: npx turntree test a --shard $CI_NODE_INDEX/$CI_NODE_TOTAL\nmerge:\n  script: npx turntree merge a b\n',
      ),
    ]).toEqual([[], [], [], []]);
  });

  it('are named if one is missing, or none is merged', () => {
    const missing = 'no step runs the shard 3/3, so its cases never run';
    expect([
      findMessages(workflow(step, { job: matrix('[1, 2]'), more: merge })),
      findMessages(workflow(step, { job: matrix('[1, 2, 3]') })),
      findMessages(
        workflow(
          step.replaceAll(`\${{ matrix.shard }}`, '1').concat('\n', step.replaceAll(`\${{ matrix.shard }}`, '2')),
          { more: merge },
        ),
      ),
    ]).toEqual([[missing], [unmerged], [missing]]);
  });
});
