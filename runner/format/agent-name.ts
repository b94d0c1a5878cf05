/** Who answers in a run: `assistants.expense @ gpt-4o`. */
export function agentName({ agentId, connector }: { agentId: string; connector?: string | null | undefined }): string {
  return connector == null ? agentId : `${agentId} @ ${connector}`;
}
