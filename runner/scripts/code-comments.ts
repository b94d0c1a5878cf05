/** Matches the comments of JavaScript and TypeScript code, as far as that is possible without a parser. */
export const codeCommentPattern = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*/gm;
