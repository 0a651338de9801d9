import type { JsonObject, RunEvent } from "@graph/host";
import { colours } from "../output/colours.ts";
import { formatTime } from "./format-time.ts";

type StepFinish = Extract<RunEvent, { readonly type: "step-finish" }>;

type Colour = "green" | "red" | "gray" | "yellow";

const marks: ReadonlyMap<string, readonly [sign: string, colour: Colour]> = new Map([
  ["succeeded", ["✓", "green"]],
  ["failed", ["✗", "red"]],
  ["skipped", ["–", "gray"]],
  ["caught", ["!", "yellow"]],
  ["failed_ignored", ["!", "yellow"]],
  ["cancelled", ["–", "yellow"]],
  ["unknown", ["?", "red"]],
  ["not_started", ["–", "gray"]],
]);

/** The line of a step that has ended. */
export function finishLine(
  event: StepFinish,
  startedAt: number | undefined,
  style: "plain" | "signs" | "colours",
): string {
  const [sign, colour] = marks.get(event.status) ?? ["?", "red"];
  const time = startedAt === undefined ? "" : `  ${formatTime(event.time - startedAt)}`;
  const attempts = event.attempt > 1 ? `  attempt ${event.attempt}` : "";
  const why = event.error?.message ?? event.reason ?? unanswered(event);
  const reason = why === undefined ? "" : `  ${oneLine(why)}`;
  const text = `${event.path}  ${event.tool}${time}${attempts}${reason}`;
  if (style === "plain") return `${event.status.padEnd(9)} ${text}`;
  return `${colours(style === "colours")[colour](sign)} ${text}`;
}

/** A question that nobody answered has succeeded with what the plan says then: whoever looks on should know. */
function unanswered({ tool, output }: StepFinish): string | undefined {
  if (tool !== "ask" || typeof output !== "object" || output === null || Array.isArray(output)) return undefined;
  const { answered, reason } = output as JsonObject;
  return answered === false && typeof reason === "string"
    ? `nobody answered (${reason}): its default is taken`
    : undefined;
}

/** Whether a step stands in an item of a `map` or `filter`: ten thousand of those make no list. */
export const isItem = (path: string): boolean => path.includes("[");

/** The first line of a text, cut. */
export function oneLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
