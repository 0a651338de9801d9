import { pointerTo } from "@graph/plan";

/** A stretch of a text in UTF-16 offsets; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A table or a key that stands twice, with the text that belongs to the second one. */
export interface TomlDuplicate {
  readonly pointer: string;
  readonly name: string;
  readonly kind: "table" | "key";
  readonly again: Span;
  readonly first: Span;
  /** What has to go for the rest of the file to be read. */
  readonly extent: Span;
}

/** Where the keys and values of a TOML text stand, by JSON Pointer. The TOML library tells values and no places. */
export interface TomlPlaces {
  readonly keys: ReadonlyMap<string, Span>;
  readonly values: ReadonlyMap<string, Span>;
  readonly duplicates: readonly TomlDuplicate[];
}

interface Segment extends Span {
  readonly name: string;
}

/** Deeper keys and values have no places of their own: our recursion ends long before the stack does. */
export const deepestKey = 100;

/** Longer pointers, in characters, have none either: thousands of keys below one long name would be gigabytes of pointers. */
export const longestPointer = 4000;

/**
 * Finds the places of keys and values. It understands well-formed TOML 1.0 and never throws: what it cannot read, it skips to the end
 * of the line, because the library that reads the values has the last word on what is wrong.
 */
export function findTomlPlaces(text: string): TomlPlaces {
  const keys = new Map<string, Span>();
  const values = new Map<string, Span>();
  const headers = new Map<string, Span>();
  const assigned = new Map<string, Span>();
  const duplicates: TomlDuplicate[] = [];
  const listLengths = new Map<string, number>();
  let at = 0;
  let prefix = "";
  let depth = 0;
  let openDuplicate: { pointer: string; name: string; again: Span; first: Span; start: number } | undefined;

  function closeDuplicate(end: number): void {
    if (openDuplicate === undefined) return;
    const { start, ...rest } = openDuplicate;
    duplicates.push({ ...rest, kind: "table", extent: { start, end } });
    openDuplicate = undefined;
  }

  function skipBlanks(lines: boolean): void {
    while (at < text.length) {
      const character = text[at];
      if (character === " " || character === "\t" || character === "\r" || (lines && character === "\n")) at += 1;
      else if (character === "#") skipLine();
      else return;
    }
  }

  function skipLine(): void {
    while (at < text.length && text[at] !== "\n") at += 1;
  }

  function skipString(quote: string): void {
    const fence = quote.repeat(3);
    const long = text.startsWith(fence, at);
    at += long ? 3 : 1;
    while (at < text.length) {
      if (quote === '"' && text[at] === "\\") at = Math.min(at + 2, text.length);
      else if (long && text.startsWith(fence, at)) {
        at += 3;
        // A quote may stand right before the closing three: the string ends behind the last of up to five.
        while (text[at] === quote) at += 1;
        return;
      } else if (!long && text[at] === quote) {
        at += 1;
        return;
      } else if (!long && text[at] === "\n") return;
      else at += 1;
    }
  }

  function readSegment(): Segment | undefined {
    const start = at;
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      skipString(quote);
      const raw = text.slice(start, at);
      return { name: quote === "'" ? raw.slice(1, -1) : unescapeKey(raw), start, end: at };
    }
    while (at < text.length && /[A-Za-z0-9_-]/u.test(text[at] ?? "")) at += 1;
    return at === start ? undefined : { name: text.slice(start, at), start, end: at };
  }

  function readPath(): Segment[] {
    const segments: Segment[] = [];
    for (;;) {
      skipBlanks(false);
      const segment = readSegment();
      if (segment === undefined) return segments;
      segments.push(segment);
      skipBlanks(false);
      if (text[at] !== ".") return segments;
      at += 1;
    }
  }

  /** The pointer of a path below `base`; every key on the way is noted where it first stands. Nothing when it is too deep. */
  function note(base: string, segments: readonly Segment[]): string | undefined {
    let pointer = base;
    if (segments.length > deepestKey) return undefined;
    for (const segment of segments) {
      if (pointer.length + segment.name.length > longestPointer) return undefined;
      const length = listLengths.get(pointer);
      if (length !== undefined) pointer += `/${length - 1}`;
      pointer = pointerTo(pointer, segment.name);
      if (!keys.has(pointer)) keys.set(pointer, { start: segment.start, end: segment.end });
    }
    return pointer;
  }

  function readHeader(): void {
    const start = at;
    const list = text.startsWith("[[", at);
    at += list ? 2 : 1;
    const segments = readPath();
    const last = segments.at(-1);
    skipLine();
    if (last === undefined) return;
    const pointer = note("", segments);
    if (pointer === undefined) return;
    if (openDuplicate !== undefined && !pointer.startsWith(`${openDuplicate.pointer}/`)) closeDuplicate(start);
    if (list) {
      const length = (listLengths.get(pointer) ?? 0) + 1;
      listLengths.set(pointer, length);
      prefix = `${pointer}/${length - 1}`;
      return;
    }
    prefix = pointer;
    const again = { start: last.start, end: last.end };
    const first = headers.get(pointer);
    if (first === undefined) headers.set(pointer, again);
    else openDuplicate ??= { pointer, name: last.name, again, first, start };
  }

  function readPair(base: string): void {
    const start = at;
    const segments = readPath();
    const last = segments.at(-1);
    if (last === undefined || text[at] !== "=") {
      skipLine();
      return;
    }
    at += 1;
    const pointer = note(base, segments);
    if (pointer === undefined) {
      skipLine();
      return;
    }
    const again = { start: last.start, end: last.end };
    const first = assigned.get(pointer);
    if (first === undefined) {
      assigned.set(pointer, again);
      readValue(pointer, values);
      return;
    }
    readValue(pointer, new Map());
    if (openDuplicate === undefined) {
      duplicates.push({ pointer, name: last.name, kind: "key", again, first, extent: { start, end: at } });
    }
  }

  function readValue(pointer: string, into: Map<string, Span>): void {
    skipBlanks(false);
    const start = at;
    const character = text[at];
    if (character === '"' || character === "'") skipString(character);
    else if (depth > deepestKey) skipLine();
    else if (character === "[" || character === "{") {
      depth += 1;
      if (character === "[") readList(pointer, into);
      else readInlineTable(pointer);
      depth -= 1;
    } else {
      while (at < text.length && !/[,\]}#\n]/u.test(text[at] ?? "")) at += 1;
      while (at > start && /\s/u.test(text[at - 1] ?? "")) at -= 1;
    }
    into.set(pointer, { start, end: at });
  }

  function readList(pointer: string, into: Map<string, Span>): void {
    at += 1;
    for (let index = 0; at < text.length; index += 1) {
      skipBlanks(true);
      if (text[at] === "]") break;
      const before = at;
      readValue(`${pointer}/${index}`, into);
      skipBlanks(true);
      if (text[at] === ",") at += 1;
      else if (at === before) break;
    }
    if (text[at] === "]") at += 1;
  }

  function readInlineTable(pointer: string): void {
    at += 1;
    while (at < text.length) {
      skipBlanks(true);
      if (text[at] === "}") break;
      const before = at;
      readPair(pointer);
      skipBlanks(true);
      if (text[at] === ",") at += 1;
      else if (at === before) break;
    }
    if (text[at] === "}") at += 1;
  }

  while (at < text.length) {
    skipBlanks(true);
    if (at >= text.length) break;
    const before = at;
    if (text[at] === "[") readHeader();
    else {
      readPair(prefix);
      skipLine();
    }
    if (at === before) at += 1;
  }
  closeDuplicate(text.length);
  return { keys, values, duplicates };
}

function unescapeKey(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}
