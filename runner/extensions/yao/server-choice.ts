import * as z from 'zod';

/**
 * An MCP server that an assistant uses, with the names of the tools that it offers to the model; if `tools` is missing,
 * all tools of the server.
 */
export type ChosenMcpServer = { server: string; tools?: string[] | undefined };

const toolsAndResourcesFields = { tools: z.array(z.string()).optional(), resources: z.array(z.string()).optional() };
const serverObjectSchema = z
  .object({ server_id: z.string().min(1), ...toolsAndResourcesFields })
  .transform(({ server_id, tools }): ChosenMcpServer => ({ server: server_id, tools }));

/**
 * Accepts these forms: `"id"`, `{"server_id": "id", "tools": [...]}`, `{"id": ["tool"]}` and `{"id": {"tools":
 * [...]}}`.
 */
const authoredServerSchema = z.union([
  z
    .string()
    .min(1)
    .transform((server): ChosenMcpServer => ({ server })),
  serverObjectSchema,
  z
    .record(z.string(), z.union([z.array(z.string()), z.object(toolsAndResourcesFields)]))
    .refine((servers) => Object.keys(servers).length === 1, 'must name exactly one server')
    .transform((servers): ChosenMcpServer => {
      const [[server, tools] = ['', []]] = Object.entries(servers);
      return { server, tools: Array.isArray(tools) ? tools : tools.tools };
    }),
]);

/** Parses the key `mcp` of a `package.yao`. */
export const mcpSchema = z.object({
  servers: z.array(authoredServerSchema).default([]),
  options: z
    .object({ tool_loop: z.boolean().default(true), max_turn: z.int().positive().default(5) })
    .default({ tool_loop: true, max_turn: 5 }),
});

/** Parses `mcp_servers` in the result of the hook `Create`. */
export const createdServersSchema = z.array(serverObjectSchema);
