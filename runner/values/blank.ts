const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Whether a person sees nothing of a text: it is empty, or has only spaces, line breaks and characters of no width. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}
