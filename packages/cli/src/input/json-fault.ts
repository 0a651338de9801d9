const token =
  /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])|([{}[\],:]))/uy;
const blanks = /[ \t\r\n]*/uy;

type Expected = "value" | "first value" | "key" | "first key" | "colon" | "comma" | "end";

/** Where a text stops being JSON, as an offset; its length when it ends too soon. The parser of JavaScript does not always tell. */
export function jsonFault(text: string): number {
  const open: string[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    blanks.lastIndex = at;
    const start = at + (blanks.exec(text)?.[0].length ?? 0);
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return start;
    const next = follow(expected, open, found[1] !== undefined, found[3] ?? "");
    if (next === undefined) return start;
    expected = next;
    at = token.lastIndex;
  }
}

/** What has to come after a token; `undefined` when it may not stand here. `mark`: a bracket, comma or colon. */
function follow(expected: Expected, open: string[], isText: boolean, mark: string): Expected | undefined {
  const afterValue = (): Expected => (open.length === 0 ? "end" : "comma");
  switch (expected) {
    case "value":
    case "first value":
      if (mark === "{" || mark === "[") {
        open.push(mark);
        return mark === "{" ? "first key" : "first value";
      }
      if (mark === "]" && expected === "first value") {
        open.pop();
        return afterValue();
      }
      return mark === "" ? afterValue() : undefined;
    case "key":
    case "first key":
      if (mark === "}" && expected === "first key") {
        open.pop();
        return afterValue();
      }
      return isText ? "colon" : undefined;
    case "colon":
      return mark === ":" ? "value" : undefined;
    case "comma":
      if (mark === ",") return open.at(-1) === "{" ? "key" : "value";
      if (mark !== (open.at(-1) === "{" ? "}" : "]")) return undefined;
      open.pop();
      return afterValue();
    default:
      return undefined;
  }
}
