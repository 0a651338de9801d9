// The rules that every engine keeps. An engine's own tests run each scenario; a host that writes an engine runs them too.

import { planScenarios } from "./plan-scenarios.ts";
import { portScenarios } from "./port-scenarios.ts";
import { questionScenarios } from "./question-scenarios.ts";
import type { EngineScenario } from "./scenario.ts";

export type { EngineParts, EngineScenario, EngineUnderTest, MakeEngine } from "./scenario.ts";

/** Every scenario, by name: each throws when the engine breaks its rule. Needs no test library. */
export const engineScenarios: readonly EngineScenario[] = [...portScenarios, ...questionScenarios, ...planScenarios];
