/** Simulates a customer who insists on one request; the clerk's cassette contains its messages. */
export default function insister() {
  return JSON.stringify({ message: 'I really want my money back.', reasoning: 'Insist: nothing has happened yet.' });
}
