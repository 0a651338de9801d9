/** What the harness writes into its results file, as far as the musts look at it. */
export interface HarnessResults {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly main: { readonly [workload: string]: { readonly [contender: string]: WorkloadResult } };
  readonly scale: { readonly [family: string]: { readonly [contender: string]: ScaleResult } };
  readonly cold: { readonly [contender: string]: { readonly wall: { readonly median: number } } };
  readonly mem: { readonly [contender: string]: { readonly heapKbPerRun?: number; readonly error?: string } | null };
}

interface WorkloadResult {
  readonly rounds: readonly { readonly round: number; readonly cpu: number; readonly wall: number }[];
  readonly error?: string;
}

interface ScaleResult {
  readonly slope?: number;
  readonly [size: number]: { readonly cpu?: number; readonly error?: string };
}

/** One demand, what was measured, and whether it held. `held` is missing when the run did not measure it. */
export interface Must {
  readonly workload: string;
  readonly must: string;
  readonly measured: string;
  readonly held?: boolean;
}

const own = "graph";

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
};

const shown = (value: number, digits = 2): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value >= 10 ? 1 : digits);

const missing = (workload: string, must: string, why = "not measured in this run"): Must => ({
  workload,
  must,
  measured: why,
});

/** How many times the peer needs what we need, paired within a round: the median over the rounds that both have. */
function timesOf(results: HarnessResults, workload: string, peer: string, figure: "cpu" | "wall"): number | undefined {
  const ours = results.main[workload]?.[own]?.rounds ?? [];
  const theirs = results.main[workload]?.[peer]?.rounds ?? [];
  const ratios = theirs.flatMap((one) => {
    const pair = ours.find(({ round }) => round === one.round);
    return pair === undefined ? [] : [one[figure] / pair[figure]];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

interface PeerMust {
  readonly workload: string;
  readonly peer: string;
  readonly least: number;
  readonly figure?: "cpu" | "wall";
}

const peerMusts: readonly PeerMust[] = [
  { workload: "chain-1000", peer: "mastra", least: 50 },
  { workload: "chain-1000", peer: "langgraph", least: 100 },
  { workload: "chain-1000", peer: "xstate", least: 10 },
  { workload: "fanout-1000", peer: "mastra", least: 50 },
  { workload: "fanout-1000", peer: "langgraph", least: 100 },
  { workload: "fanout-1000", peer: "graphai", least: 10 },
  { workload: "foreach-10000x16", peer: "mastra", least: 20 },
  { workload: "foreach-10000x16", peer: "langgraph", least: 150 },
  { workload: "nested-20", peer: "mastra", least: 40 },
  { workload: "nested-20", peer: "xstate", least: 8 },
  { workload: "dag5-x1000", peer: "mastra", least: 12, figure: "wall" },
  { workload: "dag5-x1000", peer: "xstate", least: 10 },
  { workload: "dag5-x1000", peer: "langgraph", least: 50 },
];

function peerMust(results: HarnessResults, { workload, peer, least, figure = "cpu" }: PeerMust): Must {
  const what = figure === "cpu" ? "less CPU than" : "the runs a second of";
  const must = `at least ${String(least)} times ${what} ${peer}`;
  const times = timesOf(results, workload, peer, figure);
  if (times === undefined) return missing(workload, must, results.main[workload]?.[peer]?.error);
  return { workload, must, measured: `${shown(times)} times`, held: times >= least };
}

function growthMusts(results: HarnessResults): readonly Must[] {
  return ["chain", "fanout", "foreach", "nested"].flatMap((family) => {
    const must = "log-log slope of CPU over the three largest sizes at most 1.15";
    const result = results.scale[family]?.[own];
    if (result?.slope === undefined) return [missing(`growth, ${family}`, must)];
    const slope: Must = {
      workload: `growth, ${family}`,
      must,
      measured: shown(result.slope),
      held: result.slope <= 1.15,
    };
    const [small, large] = [result[100]?.cpu, result[3000]?.cpu];
    if (small === undefined || large === undefined) return [slope];
    const times = large / 3000 / (small / 100);
    const step = "a step at 3,000 at most twice one at 100";
    return [slope, { workload: `growth, ${family}`, must: step, measured: `${shown(times)} times`, held: times <= 2 }];
  });
}

function coldMusts(results: HarnessResults): readonly Must[] {
  const workload = "cold start, library";
  const empty = results.cold["(empty)"]?.wall.median;
  const limits = [
    { id: "graph-ahead", most: 2.2, of: "an empty node, no schema to compile" },
    { id: own, most: 3.2, of: "an empty node, one schema compiled" },
  ];
  const against = limits.map(({ id, most, of }): Must => {
    const must = `at most ${String(most)} times ${of}`;
    const wall = results.cold[id]?.wall.median;
    if (wall === undefined || empty === undefined) return missing(workload, must);
    return { workload, must, measured: `${shown(wall / empty)} times`, held: wall / empty <= most };
  });
  const peers = ["mastra", "langgraph"].map((peer): Must => {
    const must = `at least 3 times faster than ${peer}`;
    const [ours, theirs] = [results.cold[own]?.wall.median, results.cold[peer]?.wall.median];
    if (ours === undefined || theirs === undefined) return missing(workload, must);
    return { workload, must, measured: `${shown(theirs / ours)} times`, held: theirs / ours >= 3 };
  });
  return [...against, ...peers];
}

function memoryMust(results: HarnessResults): Must {
  const must = "at most 6 KB of heap";
  const kilobytes = results.mem[own]?.heapKbPerRun;
  if (kilobytes === undefined) return missing("waiting run of 3 steps", must, results.mem[own]?.error);
  return { workload: "waiting run of 3 steps", must, measured: `${shown(kilobytes)} KB`, held: kilobytes <= 6 };
}

/** The musts that the harness measures. */
export const harnessMusts = (results: HarnessResults): readonly Must[] => [
  ...peerMusts.map((one) => peerMust(results, one)),
  ...growthMusts(results),
  ...coldMusts(results),
  memoryMust(results),
];

/** A Markdown table of musts. */
export function mustTable(musts: readonly Must[]): string {
  const rows = musts.map(({ workload, must, measured, held }) => {
    const verdict = held === undefined ? "–" : held ? "yes" : "**no**";
    return `| ${workload} | ${must} | ${measured} | ${verdict} |`;
  });
  return ["| workload | must | measured | held |", "|---|---|---|---|", ...rows].join("\n");
}
