import { ToolError, type Tool, type ToolContext } from "@graph/tools";

/**
 * The tool with a reason more when it refuses a host: the project's config allows it, and does not count before the project is trusted.
 * `hosts`: the entries that do not count.
 */
export function withUntrustedHosts(tool: Tool, hosts: readonly string[]): Tool {
  if (hosts.length === 0 || tool.name !== "http_request") return tool;
  return {
    ...tool,
    async run(input: never, context: ToolContext) {
      try {
        return await tool.run(input, context);
      } catch (error) {
        const entry = error instanceof ToolError && error.code === "tool/not-allowed" ? named(error, hosts) : undefined;
        if (!(error instanceof ToolError) || entry === undefined) throw error;
        const reason = `The config of this project allows \`${entry}\`, but the project is not trusted; \`graph trust\` shows what it asks for.`;
        const { code, effect } = error;
        throw new ToolError(`${error.message} ${reason}`, { code, class: error.class, effect, cause: error });
      }
    },
  };
}

/** The entry whose host the refusal is about. */
function named(error: ToolError, hosts: readonly string[]): string | undefined {
  return hosts.find((entry) => error.message.includes(entry.replace(/^\*\./u, "")));
}
