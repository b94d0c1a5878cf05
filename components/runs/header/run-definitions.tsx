import { Definition } from '@/components/layout/definition';
import { Info } from '@/components/ui/icons';

/** A popover that explains the numbers in the header of a run. */
export function RunDefinitions() {
  return (
    <Definition
      title={
        <>
          <Info aria-hidden className="inline size-4" />
          <span className="sr-only">What these numbers mean</span>
        </>
      }
      className="open:basis-full [&>summary]:min-w-6 [&>summary]:list-none"
    >
      <p>
        <b>Pass rate</b>: attempts that passed, of those that passed, failed, had an error or timed out. Cases that were
        skipped, not run or excluded do not count. <b>Agent only</b> leaves out attempts that failed because of somebody
        else: the simulator, the judge, the infrastructure, the case or user code.
      </p>
      <p>
        <b>New</b>, <b>broken</b>, <b>flaky</b> and <b>back</b> compare a case with earlier complete runs of the same
        suite, agent and connector: it passed last time, failed last time too, passes and fails with the same agent, or
        passes again.
      </p>
      <p>
        <b>With unchecked calls</b>: passed, but no assertion looked at some of its tool calls. <b>Check nothing</b>:
        passed without any check.
      </p>
      <p>
        <b>Cost</b>: tokens at the prices of the connectors; calls without a price are left out.
      </p>
    </Definition>
  );
}
