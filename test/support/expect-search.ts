import type { Json } from "@graph/plan";
import type { Expectation, WantedSearch } from "./case-format.ts";
import { brief, sameJson } from "./json-text.ts";
import type { Observation } from "./observation.ts";

interface Hit {
  readonly name: string;
  readonly score?: number;
}

/** What a search returned, without our own built-in tools and plans: the catalog of a case is the whole catalog. */
interface Found {
  readonly mode: string;
  readonly tools: readonly Hit[];
  readonly always: readonly string[];
}

const ours = (name: string): boolean => /^(?:builtin|plan|builtin_plan)__/.test(name);

function readFound(output: Json | undefined): Found | undefined {
  if (output === null || typeof output !== "object" || Array.isArray(output)) return undefined;
  const { mode, tools, always } = output as unknown as { mode: string; tools: Hit[]; always: (string | Hit)[] };
  if (!Array.isArray(tools)) return undefined;
  return {
    mode,
    tools: tools.filter((tool) => !ours(tool.name)),
    always: (Array.isArray(always) ? always : []).map((entry) => (typeof entry === "string" ? entry : entry.name)),
  };
}

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();

function orderProblems(wanted: WantedSearch, names: readonly string[]): string[] {
  const problems: string[] = [];
  const { first, exactly } = wanted;
  if (first !== undefined && !sameJson(sorted(first), sorted(names.slice(0, first.length)))) {
    problems.push(`the first are not ${first.join(" ")}`);
  }
  if (exactly !== undefined && !sameJson(exactly, names)) problems.push(`not exactly ${exactly.join(" ")}`);
  for (const [upper, lower] of wanted.before ?? []) {
    const [at, below] = [names.indexOf(upper), names.indexOf(lower)];
    if (at < 0 || (below >= 0 && below < at)) problems.push(`${upper} is not above ${lower}`);
  }
  for (const name of wanted.includes ?? []) if (!names.includes(name)) problems.push(`${name} is missing`);
  for (const name of wanted.excludes ?? []) if (names.includes(name)) problems.push(`${name} is there`);
  return problems;
}

function countProblems(wanted: WantedSearch, found: Found, seen: Observation): string[] {
  const problems: string[] = [];
  const names = found.tools.map((tool) => tool.name);
  if (wanted.mode !== undefined && wanted.mode !== found.mode) problems.push(`mode ${found.mode}`);
  if (wanted.count !== undefined && wanted.count !== names.length) problems.push(`${String(names.length)} tools`);
  if (wanted.max !== undefined && names.length > wanted.max) problems.push(`${String(names.length)} tools`);
  if (wanted.always !== undefined && !sameJson(wanted.always, found.always)) {
    problems.push(`always ${found.always.join(" ")}`);
  }
  if (wanted.no_duplicates === true && new Set(names).size !== names.length) problems.push("a tool stands there twice");
  if (wanted.known_only === true && names.some((name) => seen.searchable?.has(name) !== true)) {
    problems.push("a tool is not in the catalog");
  }
  const inRange = ({ score }: Hit): boolean => typeof score === "number" && score >= 0 && score <= 1;
  if (wanted.scores_in_range === true && !found.tools.every(inRange)) problems.push("a score is not in [0, 1]");
  return problems;
}

/** Whether every tool was an option of exactly one question of the first round. */
function askedOnceProblems(seen: Observation): string[] {
  const searchable = seen.searchable ?? new Set<string>();
  const asked = new Map<string, number>();
  let offered = 0;
  for (const question of seen.questions ?? []) {
    if (offered >= searchable.size) break;
    const options = question.filter((option) => searchable.has(option));
    offered += options.length;
    for (const option of options) asked.set(option, (asked.get(option) ?? 0) + 1);
  }
  const wrong = [...searchable].filter((name) => asked.get(name) !== 1);
  return wrong.length === 0 ? [] : [`not an option of exactly one question: ${brief(wrong)}`];
}

/** Problems of `search`. */
export function checkSearch(expect: Expectation, seen: Observation): string[] {
  const wanted = expect.search;
  if (wanted === undefined) return [];
  const found = readFound(seen.output);
  if (found === undefined) return [`the output is no search result: ${brief(seen.output)}`];
  const names = found.tools.map((tool) => tool.name);
  const problems = [
    ...orderProblems(wanted, names),
    ...countProblems(wanted, found, seen),
    ...(wanted.asked_once === true ? askedOnceProblems(seen) : []),
  ];
  return problems.map((problem) => `search: ${problem}; found ${brief(found.tools)}`);
}
