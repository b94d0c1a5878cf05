/** Matches the comments of JavaScript and TypeScript code, as far as that is possible without a parser. */
export const codeComments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*/gm;
