import type { Json, JsonObject } from "@graph/plan";

/** Plans that are called, by identifier. */
export type CalledPlans = ReadonlyMap<string, JsonObject>;

/** The tools that may change a cell. */
export const writingTools = new Set(["cell__write", "cell__bump"]);

/** Whether something that stands anywhere in a value, in bodies and called plans too, is a step for which this holds. */
function some(value: Json | undefined, called: CalledPlans, holds: (step: JsonObject) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => some(item, called, holds));
  if (value === null || typeof value !== "object") return false;
  const step = value as JsonObject;
  const tool = step["tool_name"];
  if (typeof tool === "string") {
    if (holds(step)) return true;
    const plan = tool.startsWith("plan__") ? called.get(tool.slice("plan__".length)) : undefined;
    if (plan !== undefined && (some(plan["steps"], called, holds) || some(plan["finally"], called, holds))) return true;
  }
  return Object.values(step).some((item) => some(item, called, holds));
}

const isWrite = ({ tool_name: tool, input }: JsonObject): boolean => {
  if (tool !== "agent") return writingTools.has(tool as string);
  const tools = (input as JsonObject)["tools"] as readonly string[];
  return tools.some((name) => name === "cell__*" || writingTools.has(name));
};

/** Whether a body writes itself, or may do so through a plan or an agent that it calls. */
export const writes = (body: Json | undefined, called: CalledPlans): boolean => some(body, called, isWrite);

/** Whether a body does what comes out differently when it runs beside another one: it writes, or ends the plan that it stands in. */
export const breaksOrder = (body: Json, called: CalledPlans): boolean =>
  writes(body, called) || some(body, new Map(), (step) => step["tool_name"] === "exit");
