/** How a tag may open. */
export type Delimiter = "<<" | "{{";

/** What closes a tag, by what opened it. */
export const closings: { readonly "<<": ">>"; readonly "{{": "}}" } = { "<<": ">>", "{{": "}}" };
