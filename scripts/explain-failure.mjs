/** Returns the output of a failed build, followed by advice if the cause is known. */
export function explainFailure(output, folder) {
  if (/ENOSPC|no space left on device/i.test(output))
    return `${output}\n\nThe disk is full. A build needs 300 MB: make room for it on the disk of ${folder}, and try again.`;
  if (/EACCES|EROFS|permission denied|read-only file system/i.test(output))
    return `${output}\n\nThe build writes into ${folder}: run it as a user who may.`;
  return output;
}
