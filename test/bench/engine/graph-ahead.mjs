import { contender } from "./graph-contender.mjs";

export default contender("graph, no schema to compile", true);
