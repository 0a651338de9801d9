// The contract of the package: a line here is public.
export { type ChaosScript, type ChaosServer, chaosServerPath, writeChaosScript } from "./chaos-server.ts";
export { makeTemporaryFolder } from "./temporary-folder.ts";
export { type LocalRequest, type LocalResponse, type LocalServer, serveLocally } from "./local-http.ts";
