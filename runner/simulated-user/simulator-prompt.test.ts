import { expect, test } from 'vitest';
import { buildSimulatorPrompt, buildSimulatorPromptTemplate, type SimulatorPromptParts } from './simulator-prompt.ts';

// If these files change, the user that models play changes as well, so the version of the prompt must be increased.

const promptParts: SimulatorPromptParts = {
  persona: 'Lisa, 34, annoyed',
  language: 'en',
  traits: ['terse', 'push_back', 'volunteers'],
  giveUp: 1,
  goals: [
    { text: 'get a refund for the lamp', state: 'refused' },
    { text: 'exchange it', state: 'open' },
  ],
  tellable: [{ name: 'order number', value: 'W2378156', aliases: [] }],
  told: [{ name: 'e-mail', value: 'lisa@shop.example', aliases: [] }],
  withheld: ['date of purchase', 'address'],
  unknown: ['phone'],
  opens: true,
  problems: ['it tells the date of purchase, which the assistant has not asked for'],
};

test('the prompt with its blanks', async () => {
  await expect(buildSimulatorPromptTemplate()).toMatchFileSnapshot('golden/simulator-prompt.md');
});

test('the prompt with everything that can stand in it', async () => {
  await expect(buildSimulatorPrompt(promptParts)).toMatchFileSnapshot('golden/simulator-prompt-whole.md');
});
