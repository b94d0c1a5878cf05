/** An oxy project whose models are those of the workspace. */
export const deskProject = `databases: []
models:
  - { name: referee, vendor: openai, model_ref: gpt-4o, key_var: OPENAI_API_KEY }
`;

/** A suite whose answers are compared with each other and with expected answers. */
export const deskWorkspace = `model: referee
system_instructions: You answer questions about the shop.
tests:
  - type: consistency
    name: users
    n: 4
    task_description: How many users do we have?
  - type: test_case
    name: right
    runs: 4
    metrics: [{ type: correctness }]
    cases:
      - prompt: How many users are there?
        expected: We have 42 users.
`;
