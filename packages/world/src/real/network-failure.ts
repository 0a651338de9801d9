import { WorldError } from "../world.ts";
import { systemCode } from "./system-failure.ts";

/** No connection came about, so nothing was sent. */
const unreachable = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EHOSTDOWN", "ENETDOWN"]);

/** A failure of an HTTP exchange as a `WorldError` about its host. */
export function toNetworkFailure(error: unknown, host: string): WorldError {
  if (error instanceof WorldError) return error;
  const code = codeOf(error);
  if (unreachable.has(code)) {
    return new WorldError("refused", host, `No connection to ${host} could be made (${code}).`, { cause: error });
  }
  if (isCertificateProblem(code)) {
    const message = `The identity of ${host} could not be verified (${code}); nothing was sent.`;
    return new WorldError("refused", host, message, { cause: error });
  }
  if (code === "ETIMEDOUT") {
    return new WorldError("timeout", host, `${host} did not answer in time.`, { cause: error });
  }
  if (["ERR_INVALID_CHAR", "ERR_INVALID_HTTP_TOKEN", "ERR_UNESCAPED_CHARACTERS"].includes(code)) {
    return new WorldError(
      "invalid",
      host,
      "The method or a header of the request holds a character that HTTP forbids.",
      {
        cause: error,
      },
    );
  }
  const reason = code === "" ? "" : ` (${code})`;
  return new WorldError("io", host, `The exchange with ${host} broke off${reason}.`, { cause: error });
}

/** Where several addresses were tried, Node throws one error that holds theirs. */
function codeOf(error: unknown): string {
  const own = systemCode(error);
  if (own !== "" || !(error instanceof AggregateError)) return own;
  return systemCode(error.errors[0]);
}

function isCertificateProblem(code: string): boolean {
  return /^(?:CERT_|ERR_TLS_CERT|ERR_SSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/.test(code);
}
