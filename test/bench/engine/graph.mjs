import { contender } from "./graph-contender.mjs";

export default contender("graph", false);
