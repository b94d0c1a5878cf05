/** A note on imported cases whose persona contains instructions that a rule-based simulator cannot follow. */
export const MODEL_USER_NOTE =
  'only a user by a model follows all instructions of its user; they are in "persona": run it with --simulator <connector>';
