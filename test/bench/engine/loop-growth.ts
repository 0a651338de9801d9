import type { Must } from "./musts.ts";

const sizes = [1_000, 3_000, 10_000];

/** How the time of CPU of a `loop` and of a `reduce` grows with the rounds: medians over rounds in which the sizes take turns. */
export async function loopGrowth(): Promise<readonly Must[]> {
  const { createRunner } = await import("@graph/runner");
  const count = {
    name: "count",
    description: "Counts one up.",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    run: async (input: { n: number }) => ({ n: input.n + 1 }),
  };
  const runner = createRunner({ tools: [count] });
  const plan = (control: string): string =>
    [
      "identifier: growth",
      "description: Counts.",
      "input_schema: {type: object}",
      "limits: {max_steps: 20000, max_items: 10000}",
      "steps:",
      `  - {id: c, tool_name: ${control}, initial: {n: 0}, do: {tool_name: user__count, input: {n: <<accumulator.n>>}}}}`,
      "output: {n: <<c.result.n>>}",
      "",
    ].join("\n");
  const kinds = {
    loop: (size: number) => ({ text: plan(`loop, input: {max_iterations: ${String(size)}`), input: {} }),
    reduce: (size: number) => ({
      text: plan("reduce, input: {over: <<input.xs>>"),
      input: { xs: Array.from({ length: size }, (_, index) => index) },
    }),
  };
  const musts: Must[] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    const works = sizes.map((size) => {
      const { text, input } = make(size);
      return { size, input, plan: runner.load(text) };
    });
    const samples = sizes.map(() => [] as number[]);
    for (let round = 0; round < 14; round++) {
      for (const [index, work] of works.entries()) {
        const repeat = 30_000 / work.size;
        const before = process.cpuUsage();
        for (let time = 0; time < repeat; time++) {
          const { status, output } = await runner.run(work.plan, work.input);
          const counted = (output as { n?: number } | null)?.n;
          if (status !== "succeeded" || counted !== work.size)
            throw new Error(`${kind} of ${String(work.size)}: ${status}`);
        }
        const used = process.cpuUsage(before);
        if (round >= 4) samples[index]?.push((used.user + used.system) / repeat);
      }
    }
    const slope = slopeOf(sizes, samples.map(median));
    const must = "log-log slope of CPU over 1,000, 3,000 and 10,000 rounds at most 1.15";
    musts.push({ workload: `growth, ${kind}`, must, measured: slope.toFixed(2), held: slope <= 1.15 });
  }
  return musts;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Least squares over the logarithms. */
function slopeOf(xs: readonly number[], ys: readonly number[]): number {
  const points = xs.map((x, index) => [Math.log(x), Math.log(ys[index] ?? Number.NaN)] as const);
  const mean = (pick: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  const above = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
}
