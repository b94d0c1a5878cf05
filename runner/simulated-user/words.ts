// All English word lists of the built-in user: what counts as a question, a request, a refusal, a closing question.
// Patterns are matched against lower-case text and must be linear.

/** Words that make a sentence a question or request, wherever they are in it. */
export const askingWords = ['please', 'kindly', 'need', 'needs', 'require', 'requires', 'required', 'what', 'which'];

/** Verbs that make a sentence a request if they are in the imperative: "confirm …", "could you share …". */
export const requestVerbs = [
  ...['provide', 'confirm', 'share', 'tell', 'give', 'send', 'enter', 'specify', 'supply', 'verify'],
  ...['include', 'reply', 'submit', 'mention', 'choose', 'select', 'repeat'],
];

/** Verbs that ask only for consent, not for a fact. */
export const consentVerbs = ['confirm', 'verify', 'reply'];

/** Words that may come before an imperative, as in "please confirm". */
export const wordsBeforeImperative = [
  'please',
  'kindly',
  'you',
  'and',
  'or',
  'also',
  'just',
  'then',
  'first',
  'must',
  'should',
];

/** Words that may come before an imperative with "to": "feel free to share". */
export const wordsBeforeToImperative = ['you', 'free', 'sure', 'need', 'have', 'remember'];

/** Phrases that make a sentence a request. */
export const requestPhrasePattern =
  /\b(?:let me know|may i (?:have|ask|know)|can i (?:have|get|ask)|could i (?:have|get|ask)|i(?:'d| would) like to know|i(?:'ll| will) need|i(?:'m| am) missing|is missing|fill in)\b/;

/** Matches parts of a sentence that ask for nothing, even if they name a fact, by their first words. */
export const nonRequestStartPatterns = [
  // The agent forbids something, or says that it is not needed.
  /\b(?:never|do not|don't|dont|please don't|must not|mustn't|should not|shouldn't|shouldnt|won't|will not|cannot|can't)\s+(?:ever\s+|have to\s+|need to\s+)?(?:share|provide|give|send|tell|enter|ask|need|require|disclose|post|include|mention|type|submit|reveal|say|repeat)\b/,
  /\b(?:no|not|never) (?:need|necessary|required|requiring|asking|ask)\b/,
  /\b(?:don't|do not|doesn't|does not|won't|will not|no longer|needn't|need not) (?:need|require|have to|provide|ask)\b/,
  /\b(?:isn't|is not|aren't|are not|not) (?:needed|necessary|required)\b/,
  /\bif you (?:don't|do not|can't|cannot|no longer) (?:have|know|remember|find)\b/,
  // The agent refers to something known, or to its own actions.
  /\b(?:thanks|thank you) for\b/,
  /\b(?:i|we)(?:'ve| have) (?:got|received|noted|found|your|the|updated|sent|located)\b/,
  /\b(?:i|we) (?:see|found|received|noted|got|located|checked|updated|sent)\b/,
  /\b(?:i|we)(?:'ll| will|'m going to| am going to| shall) (?:now |then |also )?(?:send|share|provide|give|tell|confirm|enter|supply|email|check|look|verify|update|process|list|include|submit)\b/,
  /\b(?:wait|hold on|bear with|stand by|one moment|let me (?:check|see|look|verify|confirm|find|pull))\b/,
];

/** A polite part before a question, which itself asks for nothing: "Sure, what is your name?" */
export const politeStartPattern =
  /^\W*(?:sure(?: thing)?|of course|certainly|absolutely|definitely|gladly|with pleasure|my pleasure|happy to help|no problem|no worries|ok|okay|all ?right|great|good|perfect|excellent|wonderful|fine|got it|understood|i see|yes|thanks|thank you)\W*$/;

/** Matches the rest of a part of a sentence that only names exceptions, such as "without the order number". */
export const exclusionPhrasePattern = /\b(?:without|instead of|rather than|except|other than)\b.*/;

/** Separators between the parts of a sentence. */
export const clauseSeparatorPattern =
  /[,;:–—]\s+|\s(?:but|so|because|since)\s+|\sand\s+(?=(?:could|can|would|please|what|which|may|do|is|are|i need|i'll need)\b)/;

/** Matches a tag question such as "is that right", which makes the statement before it a question. */
export const tagQuestionPattern =
  /^(?:is (?:that|this|it|everything) |am i )?(?:correct|right|accurate|ok|okay|yes)\W*$/;

/** Words that ask for more than yes or no. */
export const openQuestionWords = ['what', 'which', 'who', 'whose', 'whom', 'when', 'where', 'why', 'how'];

/** Matches questions for the goal of the user. */
export const goalQuestionPatterns = [
  /\bhow (?:can|may|could|might|should) (?:i|we) (?:help|assist|be of)\b/,
  /\bwhat (?:can|may|could) (?:i|we) (?:do|help|assist|get)\b/,
  /\bwhat (?:do you|would you|did you|are you|is it|exactly do you)(?: you)? (?:like|want|need|wish|trying|looking|hoping)(?: (?:to do|me to do|us to do|help with|for|from me|from us|to happen|today))*\s*\??$/,
  /\bwhat (?:is|'s|seems to be) (?:your|the) (?:request|question|issue|problem|concern|matter|goal|trouble)\b/,
  /\bwhat brings you\b/,
  /\b(?:tell me|explain|describe|let me know) (?:more )?(?:about )?(?:what|how) (?:you need|you want|you would like|you'd like|i can|we can|your (?:issue|problem|request))\b/,
];

/** Matches closing questions: the agent only offers to continue or to end the conversation. */
export const closingQuestionPatterns = [
  /\banything else\b/,
  /\bsomething else (?:i|we|you|that)\b/,
  /\bis (?:that|this) all\b/,
  /\bwill that be all\b/,
  /\b(?:need|require|want) (?:any |some )?(?:further|more|other|additional) (?:help|assistance|support|information)\b/,
  /\b(?:any|have|with) (?:other|further|more|additional) (?:questions?|requests?|concerns?|issues?)\b/,
  /\b(?:help|assist)(?: you)? (?:further|with anything|any further)\b/,
  /\bany (?:other|more) (?:way|thing)s? (?:i|we|you)\b/,
  /\bare you all set\b/,
];

/** Matches sentences in which the agent refuses what the user wants. */
export const refusalPatterns = [
  /\b(?:i|we)(?:'m| am|'re| are)? (?:(?:afraid|sorry)[, ]+(?:but )?(?:i|we) )?(?:cannot|can not|can't|cant|could not|couldn't|won't|will not|unable|not able|not allowed|not permitted|not authorized|not in a position)\b/,
  /\b(?:unable|not able|not allowed|not permitted|not authorized) to\b/,
  /\b(?:can't|cannot|can not|won't|will not|could not|couldn't) be (?:refunded|cancelled|canceled|changed|returned|exchanged|processed|done|made|completed|booked|approved|offered|granted|extended|reset|renewed|found)\b/,
  /\b(?:isn't|is not|not|no longer|aren't|are not) (?:possible|eligible|refundable|available|allowed|permitted|covered|entitled)\b/,
  /\b(?:refuse|refused|decline|declined|denied|deny|rejected|reject)\b/,
  /\b(?:against|violates?|outside|not within) (?:(?:of )?(?:our|the|company|store))? ?(?:policy|policies|rules|terms)\b/,
  /\bno (?:refunds?|exchanges?|returns?|cancellations?)\b/,
  /\b(?:don't|do not|doesn't|does not) (?:offer|allow|support|permit|accept|have permission|qualify)\b/,
  /\b(?:i|we) (?:could not|couldn't|cannot|can't|did not|didn't) find\b/,
];

/** Matches phrases that sound like a refusal, but describe something that was done. */
export const nonRefusalPatterns = [
  /\b(?:cannot|can't|can not) be (?:undone|reversed|reverted)\b/,
  /\bcan(?:not|'t| not) (?:wait|thank)\b/,
  /\b(?:has|have|is|was|are|been|i've|i) (?:now |just |successfully |already )*(?:refunded|cancelled|canceled|booked|processed|completed|confirmed|approved|issued|reset|renewed|changed|exchanged|returned|created|submitted|scheduled|done|updated)\b/,
];

/** Connecting words, which do not count as words of a fact's name. */
export const stopWordList = [
  ...['a', 'an', 'the', 'my', 'your', 'our', 'their', 'his', 'her', 'its', 'of', 'for', 'to', 'in', 'on', 'at', 'and'],
  ...['or', 'is', 'are', 'with', 'by', 'from', 's'],
];

/** Matches the abbreviation in "order no.", which means an order number. */
export const numberAbbreviationPattern =
  /\b(order|account|booking|invoice|phone|customer|ticket|tracking|policy|card|member|serial|contract|reservation) no\b/g;

/** Groups of words with the same meaning; the first word of each is the standard one. */
export const synonymGroups: readonly (readonly string[])[] = [
  ['email', 'e mail', 'email address', 'e mail address', 'mail address', 'mail id', 'email id'],
  [
    ...['phone', 'phone number', 'telephone', 'telephone number', 'mobile', 'mobile number', 'mobile phone'],
    ...['mobile phone number', 'cell', 'cell phone', 'cell number', 'cell phone number', 'contact number'],
  ],
  ['number', 'id', 'identifier', 'nr', 'num', '#', 'reference', 'reference number', 'code'],
  ['count', 'number of', 'how many', 'quantity', 'amount of'],
  ['zip', 'zip code', 'zipcode', 'postal code', 'post code', 'postcode'],
  ['birthdate', 'date of birth', 'birth date', 'birthday', 'dob', 'were you born', 'born'],
  ['name', 'full name', 'first and last name', 'name and surname', 'am i speaking', 'am i talking', 'your names'],
  ['last name', 'surname', 'family name'],
  ['first name', 'given name', 'forename'],
  ['username', 'user name', 'login', 'login name'],
  ['order', 'purchase'],
  ['booking', 'reservation'],
  ['card', 'credit card', 'debit card', 'payment card', 'bank card'],
  ['date', 'day', 'what day', 'when would', 'when do', 'when did', 'when is', 'when was', 'when will', 'when should'],
  ['time', 'hour', 'what time'],
  ['address', 'street address', 'home address', 'mailing address', 'do you live'],
  ['age', 'how old'],
  ['reason', 'why do', 'why did', 'why are', 'why is', 'why would', 'why you'],
  ['destination', 'where to', 'travel to', 'traveling to', 'flying to', 'going to'],
  ['origin', 'departure city', 'where from', 'travel from', 'traveling from', 'flying from', 'departing from'],
  ['price', 'cost'],
  ['budget', 'how much'],
  ['checkin', 'check in'],
  ['checkout', 'check out'],
  ['passenger', 'traveler', 'traveller'],
  ['guest', 'people', 'person'],
  ['policy number', 'insurance number'],
];

/** Standard words for what questions without a noun ask for, such as "date" for "When …?" and "reason" for "Why …?" */
export const namesImpliedByQuestions = [
  'date',
  'time',
  'reason',
  'destination',
  'origin',
  'age',
  'birthdate',
  'budget',
  'address',
];

/** Values that mean nothing on their own, so they count as told only in the answer to the question for them. */
export const commonFactValues = [
  ...['yes', 'no', 'none', 'any', 'all', 'some', 'both', 'other', 'true', 'false', 'okay', 'sure', 'never', 'always'],
  ...['home', 'work', 'office', 'business', 'economy', 'first', 'second', 'third', 'standard', 'premium', 'basic'],
  ...['small', 'medium', 'large', 'today', 'tomorrow', 'yesterday', 'morning', 'afternoon', 'evening', 'night', 'noon'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'weekend', 'window', 'aisle'],
  ...['black', 'white', 'blue', 'green', 'yellow', 'orange', 'brown', 'gray', 'grey', 'pink', 'purple', 'silver'],
  ...['cash', 'card', 'credit', 'debit', 'email', 'phone', 'mail', 'male', 'female', 'single', 'double', 'order'],
  ...[
    'refund',
    'return',
    'exchange',
    'delivery',
    'pickup',
    'broken',
    'damaged',
    'wrong',
    'late',
    'early',
    'new',
    'used',
  ],
  ...['good', 'better', 'cheap', 'english', 'gold', 'with', 'without', 'personal', 'private', 'shipping', 'billing'],
];

/** Verbs at the beginning of a goal: the user says the goal "cancel my order" as "I want to cancel my order". */
export const goalVerbs = [
  ...['get', 'cancel', 'book', 'change', 'return', 'buy', 'find', 'check', 'order', 'update', 'reset', 'make', 'have'],
  ...['request', 'exchange', 'reschedule', 'move', 'extend', 'renew', 'report', 'file', 'know', 'learn', 'see', 'ask'],
  ...[
    'open',
    'close',
    'add',
    'remove',
    'delete',
    'create',
    'set',
    'schedule',
    'reserve',
    'upgrade',
    'downgrade',
    'pay',
  ],
  ...['transfer', 'send', 'track', 'borrow', 'claim', 'submit', 'replace', 'repair', 'fix', 'install', 'unlock'],
  ...['activate', 'subscribe', 'unsubscribe', 'apply', 'register', 'arrange', 'plan', 'compare', 'complain', 'confirm'],
  ...[
    'modify',
    'correct',
    'enroll',
    'sell',
    'rent',
    'hire',
    'withdraw',
    'deposit',
    'dispute',
    'receive',
    'start',
    'stop',
  ],
  ...[
    'switch',
    'use',
    'verify',
    'view',
    'look',
    'give',
    'connect',
    'access',
    'recover',
    'restore',
    'postpone',
    'prolong',
  ],
];

export const numberWords = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];

export const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
];
