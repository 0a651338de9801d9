import type { ErrorClass, JsonObject } from "@graph/plan";
import { ToolError, type Tool, type ToolContext } from "@graph/tools";
import type { World } from "@graph/world";
import { FakeFailure, fakeBehaviours, type FakeBehaviour } from "./fake-behaviours.ts";
import { fakeDefinitions, type FakeDefinition } from "./fake-definitions.ts";
import type { FakeState } from "./fake-state.ts";

export interface FakeSetup {
  readonly state: FakeState;
  readonly world: Pick<World, "clock" | "random">;
  readonly outFile: string;
}

/** The fake tools in this process, as a host registers them under the namespace `fake`. */
export function fakeTools(setup: FakeSetup): readonly Tool<JsonObject>[] {
  return fakeDefinitions.map((definition) => {
    const behaviour = fakeBehaviours.get(definition.name);
    if (behaviour === undefined) throw new Error(`no behaviour for the fake tool ${definition.name}`);
    return fakeTool(definition, behaviour, setup);
  });
}

function fakeTool(definition: FakeDefinition, behaviour: FakeBehaviour, setup: FakeSetup): Tool<JsonObject> {
  const { name, description, inputSchema, idempotencyArgument } = definition;
  return {
    name,
    description,
    inputSchema,
    annotations: { readOnlyHint: definition.readOnly, idempotentHint: definition.idempotent },
    ...(idempotencyArgument === undefined ? {} : { idempotencyArgument }),
    async run(input: JsonObject, context: ToolContext): Promise<unknown> {
      setup.state.begin(name, context.idempotencyKey);
      try {
        return await behaviour(input, {
          state: setup.state,
          signal: () => context.signal,
          delay: (milliseconds, fire) => setup.world.clock.timer(milliseconds, fire),
          random: () => setup.world.random.next(),
          outFile: setup.outFile,
        });
      } catch (failure) {
        throw failure instanceof FakeFailure ? toolError(failure) : failure;
      } finally {
        setup.state.end(name);
      }
    },
  };
}

function toolError(failure: FakeFailure): ToolError {
  return new ToolError(failure.message, {
    class: failure.errorClass as ErrorClass,
    effect: failure.effect,
    ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
  });
}
