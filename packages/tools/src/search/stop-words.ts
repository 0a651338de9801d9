/** Words that say nothing about which tool is meant. They are dropped from tools and queries alike. */
export const stopWords: ReadonlySet<string> = new Set(
  [
    // articles, pronouns, conjunctions, prepositions
    "a an the this that these those and or but if so than then as at by for from in into of on onto to too with without up",
    "i me my mine we us our you your he him his she her it its they them their who whom which what when where why how",
    // auxiliaries, and what contractions leave behind
    "am is are was were be been being do does did done has have had can could may might must shall should will would",
    "don doesn didn isn aren wasn weren couldn wouldn shouldn ll ve re s t d m let",
    // what surrounds a wish
    "please like just also any some such there here need want help about use using now",
  ]
    .join(" ")
    .split(" "),
);

/** Words that half of all requests have: they count, but less. */
export const weakWords: ReadonlySet<string> = new Set(
  [
    "find look looking search show tell give get make know see check provide recommend suggest assist explain",
    "want wanted going able possible interested trying planning plan wondering think",
    "information info details regarding related based various specific different certain",
    "best good great popular many much more most only really very",
    "currently today first finally lastly firstly additionally furthermore hi hello thanks thank",
  ]
    .join(" ")
    .split(" "),
);
