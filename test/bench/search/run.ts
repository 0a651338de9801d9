import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What has to hold: the mean of nDCG@10 over the sets, and milliseconds a query at this many tools. */
const leastQuality = 0.69;
const mostMilliseconds = 5;
const scale = 3_000;
/** Each question is asked this often and its shortest time counts: the others tell of the machine. */
const rounds = 3;

const usage = `node --conditions=@graph/source --import tsx test/bench/search/run.ts EVALUATION

  EVALUATION  folder of the tool-search evaluation set: eval.mjs, data/
`;

interface Tool {
  readonly name: string;
}

interface Ranker {
  rank(catalog: readonly Tool[]): (query: string, count: number) => unknown;
}

/** What we use of the evaluation set's own script. */
interface Evaluation {
  readonly SETS: readonly string[];
  loadCatalog(name: string): readonly Tool[];
  loadQueries(set: string): readonly { readonly query: string }[];
}

const [source] = process.argv.slice(2);
if (source === undefined || source === "--help") {
  process.stderr.write(usage);
  process.exit(source === undefined ? 2 : 0);
}
const adapter = fileURLToPath(new URL("adapter.mjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "graph-search-"));
try {
  cpSync(source, scratch, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  const quality = measureQuality();
  const milliseconds = await measureLatency();
  const passed = quality >= leastQuality && milliseconds <= mostMilliseconds;
  console.log(
    `\nmacro nDCG@10 ${quality.toFixed(3)} (at least ${leastQuality}), p95 at ${scale} tools ${milliseconds.toFixed(2)} ms`,
  );
  console.log(`(at most ${mostMilliseconds}): ${passed ? "passed" : "FAILED"}`);
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs the set's own script, which prints its table. */
function measureQuality(): number {
  const output = join(scratch, "rows.json");
  const { status } = spawnSync(
    process.execPath,
    [
      "--conditions=@graph/source",
      "--import",
      import.meta.resolve("tsx"),
      "eval.mjs",
      "--rankers",
      adapter,
      "--json",
      output,
    ],
    { cwd: scratch, stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`The evaluation ended with ${String(status)}.`);
  const rows = JSON.parse(readFileSync(output, "utf8")) as { readonly ndcg: number }[];
  return rows.reduce((sum, { ndcg }) => sum + ndcg, 0) / rows.length;
}

/** The 95th percentile of all questions of all sets over real tools of MCP servers, in milliseconds. */
async function measureLatency(): Promise<number> {
  const { SETS, loadCatalog, loadQueries } = (await import(
    pathToFileURL(join(scratch, "eval.mjs")).href
  )) as Evaluation;
  const { default: ranker } = (await import(pathToFileURL(adapter).href)) as { readonly default: Ranker };
  const search = ranker.rank(loadCatalog("mcp-all").slice(0, scale));
  const queries = SETS.flatMap((set) => loadQueries(set));
  for (const { query } of queries.slice(0, 50)) search(query, 10);
  const times = queries.map(({ query }) =>
    Math.min(...Array.from({ length: rounds }, () => timed(() => search(query, 10)))),
  );
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
