import { Definition } from '@/components/layout/definition';

/** A popover that defines the numbers in the matrix. */
export function MatrixDefinitions() {
  return (
    <Definition>
      <p>
        <b>3 of 4</b>: attempts that passed, of those that passed, failed, had an error or timed out. <b>Likely</b>: the
        95% interval of Wilson for cases like these. <b>Stable</b>: repeated cases whose attempts all passed.
      </p>
      <p>Durations and costs are means over attempts; attempts without a price are left out of costs.</p>
    </Definition>
  );
}
