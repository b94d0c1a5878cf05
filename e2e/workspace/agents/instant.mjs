export default function instant({ input }) {
  return String(input);
}
