import * as z from 'zod';
import { simulatorModes, simulatorTraits } from './closed-sets.ts';
import { jsonObjectSchema } from './json-value.ts';

const factValueSchema = z.union([z.string().min(1), z.number()]);
const factSchema = z.union([
  z.string().min(1),
  z.number(),
  z.strictObject({
    value: factValueSchema,
    aliases: z.array(z.string().min(1)).describe('Other names by which an agent may ask for the fact').optional(),
  }),
]);

/** The goals and facts of the built-in simulator, as written in a case. */
const userFields = {
  goal: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe('What the built-in user wants. In a list, the next goal begins when the one before is done or refused'),
  facts: z
    .record(z.string().min(1), factSchema)
    .describe('What the user knows, by name; told when the agent asks for it')
    .optional(),
  unknown: z
    .array(z.string().min(1))
    .describe('Names of facts that the agent may ask for and the user does not know')
    .optional(),
  persona: z.string().describe('Who the user is; sets the tone, never the facts that the user tells').optional(),
  traits: z
    .array(z.enum(simulatorTraits))
    .describe('How the user behaves; the seed decides in which messages')
    .optional(),
  give_up: z
    .int()
    .positive()
    .describe('After how many refusals the user ends the conversation (default: 2)')
    .optional(),
  language: z.string().min(1).describe('The tag of the language that the user writes (default: en)').optional(),
  seed: z
    .union([z.string(), z.number()])
    .describe('The seed of random choices; default: derived from suite, case and attempt')
    .optional(),
  by: z.enum(simulatorModes).describe('Who writes the messages of the user. rules: no model (default)').optional(),
};
const userSchema = z.strictObject(userFields);

const simulatorObjectSchema = z
  .strictObject({
    use: z.string().min(1).describe('The agent that plays the user').optional(),
    options: z.strictObject({ connector: z.string().optional(), metadata: jsonObjectSchema.optional() }).optional(),
    ...userFields,
    goal: userFields.goal.optional(),
  })
  .superRefine((simulator, { addIssue }) => {
    const addSimulatorIssue = (key: string, message: string): void =>
      addIssue({ code: 'custom', path: [key], message });
    for (const key of Object.keys(simulator)) {
      if (simulator.use !== undefined && key in userFields)
        addSimulatorIssue(key, `"${key}" is for the built-in user, which "use" replaces; keep one of them`);
      if (simulator.use === undefined && key === 'options')
        addSimulatorIssue(key, '"options" is for agents; a simulator without "use" is the built-in user');
    }
    if (simulator.use === undefined && simulator.goal === undefined)
      addIssue({
        code: 'custom',
        path: [],
        message: '"simulator" needs "goal" for the built-in user, or "use" for an agent',
      });
  });

/** An agent that simulates the user. */
export type Simulator = { use: string; options?: NonNullable<z.infer<typeof simulatorObjectSchema>['options']> };
/** The built-in simulator, as written in a case. */
export type SimulatedUser = z.infer<typeof userSchema> & {
  use?: undefined;
  options?: undefined;
  /** The connector of the simulator's model, if the command line names one. */
  connector?: string;
};

export const simulatorSchema = z
  .union([z.string().min(1), simulatorObjectSchema])
  .transform((simulator): Simulator | SimulatedUser => {
    if (typeof simulator === 'string') return { use: simulator };
    const { use, options, goal = '', ...user } = simulator;
    if (use === undefined) return { goal, ...user };
    return options === undefined ? { use } : { use, options };
  });
