/** Formats the agent of a run with the connector that it uses: `assistants.expense @ gpt-4o`. */
export function formatAgentName({
  agentId,
  connector,
}: {
  agentId: string;
  connector?: string | null | undefined;
}): string {
  return connector == null ? agentId : `${agentId} @ ${connector}`;
}
