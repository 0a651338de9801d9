// Our keyword index as a ranker of the tool-search evaluation set.
import { createKeywordIndex } from "@graph/tools";

/** @type {{ name: string, rank(catalog: readonly object[]): (query: string, count: number) => { name: string, score: number }[] }} */
const ranker = {
  name: "graph keyword index",
  rank(catalog) {
    const index = createKeywordIndex(catalog.map((tool) => ({ ...tool, description: tool.description ?? "" })));
    return (query, limit) => index.search(query, { limit }).hits;
  },
};

export default ranker;
