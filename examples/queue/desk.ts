const hours = { monday: '9 to 17', saturday: '10 to 14', sunday: 'closed' };

/** An agent that answers as slowly as a real model, so that several machines make the run faster. */
export default async function desk({ input }: { input: string }): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [day, open] = Object.entries(hours).find(([name]) => input.toLowerCase().includes(name)) ?? [];
  return day === undefined ? 'On which day?' : `On ${day}: ${open}.`;
}
