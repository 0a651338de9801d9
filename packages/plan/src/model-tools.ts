/** The built-in tools through which gates and control steps ask models, so that each answer is recorded like that of any tool. */
export const modelTools = { decide: "builtin__decide", infer: "builtin__infer", agent: "builtin__agent_turn" } as const;
