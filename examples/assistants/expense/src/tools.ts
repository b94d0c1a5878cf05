/** A tool call with its arguments, and its result or error. */
export type ToolCall = { tool: string; arguments: Arguments; result?: object; error?: string };

type Arguments = Record<string, unknown>;

type Policy = { limit: number; receipt_from: number };

const policies = new Map<unknown, Policy>([
  ['travel', { limit: 500, receipt_from: 25 }],
  ['meals', { limit: 60, receipt_from: 25 }],
  ['lodging', { limit: 250, receipt_from: 1 }],
  ['supplies', { limit: 100, receipt_from: 25 }],
]);

const type = { type: 'string', enum: [...policies.keys()] };
const date = { type: 'string', description: 'YYYY-MM-DD' };

/** The tool descriptions for the model. */
export const tools = [
  {
    name: 'lookup_policy',
    description: 'The limit in USD for a type of expense, and from which amount a receipt is needed.',
    parameters: { type: 'object', properties: { type }, required: ['type'] },
  },
  {
    name: 'create_expense',
    description: 'Drafts an expense, or corrects the draft of the same type and date.',
    parameters: {
      type: 'object',
      properties: { type, amount: { type: 'number', description: 'in USD' }, date },
      required: ['type', 'amount', 'date'],
    },
  },
  {
    name: 'submit_expense',
    description: 'Submits a draft that the employee has agreed to.',
    parameters: { type: 'object', properties: { id: { type: 'string', description: 'EXP-…' } }, required: ['id'] },
  },
];

/**
 * Runs one tool. Errors that the model can correct are returned as `error`; others, such as an unavailable ledger
 * (tests set `metadata.ledger`), are thrown and fail the agent.
 */
export function runTool(tool: string, args: unknown, metadata: Arguments): ToolCall {
  const read = argumentsOf(args);
  if (tool !== 'lookup_policy' && metadata.ledger === 'down') throw new Error('the ledger does not answer');
  try {
    return { tool, arguments: read, result: resultOf(tool, read) };
  } catch (error) {
    return { tool, arguments: read, error: error instanceof Error ? error.message : String(error) };
  }
}

function resultOf(tool: string, args: Arguments): object {
  switch (tool) {
    case 'lookup_policy':
      return lookUpPolicy(args);
    case 'create_expense':
      return createExpense(args);
    case 'submit_expense':
      return submitExpense(args);
    default:
      throw new Error(`there is no tool "${tool}"`);
  }
}

function lookUpPolicy(args: Arguments): object {
  return { type: args.type, ...policyFor(args.type), currency: 'USD' };
}

function createExpense(args: Arguments): object {
  const { limit } = policyFor(args.type);
  const { amount } = args;
  if (typeof amount !== 'number' || !(amount > 0)) throw new Error(`the amount must be above zero, not ${amount}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(args.date))) throw new Error(`the date must be YYYY-MM-DD, not ${args.date}`);
  const id = `EXP-${numberFor(`${args.type} ${args.date}`)}`;
  return { id, status: 'draft', type: args.type, amount, date: args.date, needs_approval: amount > limit, limit };
}

function submitExpense({ id }: Arguments): object {
  const [, number] = /^EXP-(\d{4})$/.exec(String(id)) ?? [];
  if (number === undefined) throw new Error(`there is no draft ${id}`);
  return { id, status: 'submitted', reference: `REF-${number}` };
}

function policyFor(name: unknown): Policy {
  const policy = policies.get(name);
  if (policy === undefined) throw new Error(`there is no type "${name}", only ${[...policies.keys()].join(', ')}`);
  return policy;
}

/** Models may write "42.50" for 42.5 and Travel for travel, so the actual arguments are recorded. */
function argumentsOf(args: unknown): Arguments {
  if (typeof args !== 'object' || args === null) return {};
  const read: Arguments = { ...args };
  if (typeof read.type === 'string') read.type = read.type.toLowerCase();
  if (typeof read.amount === 'string') read.amount = Number(read.amount.replace(/[$,\s]/g, ''));
  return read;
}

/** Derives a number of four digits from a text, in place of a number from a database. */
function numberFor(text: string): number {
  return 1000 + [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9000, 7);
}
