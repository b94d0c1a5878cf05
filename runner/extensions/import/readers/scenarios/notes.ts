/** A note on imported cases whose persona contains instructions that a rule-based simulator cannot follow. */
export const MODEL_USER_NOTE =
  'only a user played by a model follows all these instructions, which are in "persona"; run the cases with --simulator <connector>';
