import type { Tool } from "@graph/tools";
import { agentTurnTool } from "./agent-turn.ts";
import { catalogToolsTool } from "./catalog-tools.ts";
import { decideTool } from "./decide.ts";
import type { BuiltinDependencies } from "./dependencies.ts";
import { describeToolsTool } from "./describe-tools.ts";
import { readFileTool } from "./files/read-file.ts";
import { writeFileTool } from "./files/write-file.ts";
import { httpRequestTool } from "./http/http-request.ts";
import { inferTool } from "./infer.ts";
import { reshapeTool } from "./reshape.ts";
import { scoreCandidatesTool } from "./score-candidates.ts";

/**
 * The built-in step tools, by their own names: a host registers them under the namespace `builtin`, so that `read_file` becomes
 * `builtin__read_file`.
 */
export function builtinTools(dependencies: BuiltinDependencies): readonly Tool[] {
  return [
    catalogToolsTool(dependencies),
    scoreCandidatesTool(dependencies),
    describeToolsTool(dependencies),
    reshapeTool(),
    decideTool(dependencies),
    inferTool(dependencies),
    agentTurnTool(dependencies),
    readFileTool(dependencies),
    writeFileTool(dependencies),
    httpRequestTool(dependencies),
  ];
}
