// English word lists for comparing simulated users with people. They are only counted; no message is rejected because
// of them.

export const politePhrasePattern =
  /\b(?:please|thanks?|thank you|thx|sorry|apologi[sz]e|appreciate|grateful|kindly|no worries|great|perfect|wonderful|awesome|excellent|lovely|have a (?:nice|good|great))\b/;

export const objectionPhrasePattern =
  /\b(?:no[,.!]|that(?:'s| is) (?:not|wrong|incorrect|unacceptable|ridiculous)|not (?:what|true|right|correct|acceptable|good enough)|i (?:don't|do not) (?:agree|accept|think so|understand why|want)|but (?:i|you|it|that)|why (?:not|can't|won't|do i|should i)|already (?:told|said|gave|did)|you (?:said|told|promised)|again\?|still (?:not|isn't|doesn't|waiting)|come on|seriously|are you sure|ridiculous|unacceptable|disappoint\w*|frustrat\w*|annoy\w*|supervisor|manager|complain\w*)/;
