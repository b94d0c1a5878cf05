/**
 * The releases of GitHub's actions that workflows use, by commit, because a tag can be moved to other code.
 * `workflows.test.ts` checks that all workflows of the project and its documents use these commits.
 */
export const actionReleases = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  setupNode: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  setupPython: 'actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0',
  uploadArtifact: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
  downloadArtifact: 'actions/download-artifact@634f93cb2916e3fdff6788551b99b062d0335ce0 # v5.0.0',
} as const;
