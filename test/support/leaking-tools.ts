import { CallResult, type Tool, ToolError } from "@graph/tools";
import type { World } from "@graph/world";
import { secretWritings } from "../../packages/runner/test-support/secret-writings.ts";

/** What a leaking tool was given. */
interface Given {
  readonly tool: string;
  readonly secret: string;
}

interface Input {
  readonly secret: string;
  readonly writing: string;
}

const written = ({ secret, writing }: Input): string =>
  secretWritings.find(({ name }) => name === writing)?.write(secret) ?? secret;

/** Tools that give the secret in their input away, in the writing that `writing` names: each in another way. */
export function leakingTools(clock: World["clock"], given: Given[]): readonly Tool<Input>[] {
  const attempts = new Map<string, number>();
  const leaks: Readonly<Record<string, (input: Input, signal: AbortSignal) => unknown>> = {
    value: (input) => ({ text: written(input), list: [[written(input)], { deep: written(input) }] }),
    name: (input) => ({ [written(input)]: { [written(input)]: 1 } }),
    number: ({ secret }) => ({ number: Number(secret) || 0 }),
    large: (input) => new CallResult({ text: written(input).padEnd(5000) }, [], 5000),
    warning: (input) => new CallResult({ ok: true }, [{ code: "tool/output-missing", message: written(input) }]),
    misfit: (input) => ({ expected: 1, [written(input)]: 2 }),
    fault(input) {
      throw new Error(`It said: ${written(input)}`);
    },
    cut({ secret }) {
      throw new Error(`It said: ${secret.slice(0, -1)}…`);
    },
    code(input) {
      throw new ToolError("It failed.", { code: written(input), class: "denied" });
    },
    text(input) {
      throw written(input);
    },
    flaky(input) {
      const key = JSON.stringify(input);
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      if (attempt === 1) throw new ToolError(written(input), { class: "unavailable", effect: "none" });
      return { attempt, text: written(input) };
    },
    odd: (input) => ({ [written(input)]: undefined }),
    slow: (input, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error(`stopped with ${written(input)}`)));
      }),
    stubborn: (input) => new Promise((resolve) => clock.timer(60_000, () => resolve(written(input)))),
  };
  return Object.entries(leaks).map(([name, leak]) =>
    toolOf(name, (input, signal) => {
      given.push({ tool: name, secret: input.secret });
      return leak(input, signal);
    }),
  );
}

const outputSchema = { type: "object", properties: { expected: {} }, additionalProperties: false };

function toolOf(name: string, leak: (input: Input, signal: AbortSignal) => unknown): Tool<Input> {
  return {
    name,
    description: `Gives a secret away: ${name}.`,
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    ...(name === "misfit" && { outputSchema }),
    run: (input, { signal }) => leak(input, signal),
  };
}
