/** Plays a customer who wants one thing; the cassette of the clerk has what it said. */
export default function insister() {
  return JSON.stringify({ message: 'I really want my money back.', reasoning: 'Insist: nothing has happened yet.' });
}
