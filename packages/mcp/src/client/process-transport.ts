import type { Redactor } from "@graph/runner";
import type { ChildProcess, World } from "@graph/world";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { idOfLongAnswer, type OpenRequests, readMessage } from "./incoming-message.ts";
import { createLineSplitter } from "./line-splitter.ts";
import type { LineLog } from "./server-log.ts";
import { cutText, visibleText } from "./visible-text.ts";

/** Largest answer that is taken in, in characters of its line. */
export const largestAnswer: number = 64 * 1024 * 1024;

/** The code of an answer over `largestAnswer`, as a JSON-RPC error of our own making; outside the range that servers use. */
export const answerTooLarge = -31_001;

export interface ProcessTransport extends Transport {
  /** How many messages have come: tells a slow server from a silent one. */
  readonly received: () => number;
  /** Whether it was closed before the process ended by itself. */
  readonly wasClosed: () => boolean;
}

export interface ProcessTransportOptions {
  readonly world: World;
  readonly command: string;
  readonly args: readonly string[];
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: LineLog;
  /** For what is told of the process's end; `log` has its own. */
  readonly redactor: Redactor;
  /** Size of an answer in characters, told before the answer is handed on. */
  readonly onAnswerSize: (result: object, characters: number) => void;
  /** Told why the process is gone before the open calls fail for it. */
  readonly onEnd: (reason: string) => void;
}

/** How long a server may take to leave after its input ended, and after it was told to. */
const leaveMs = 400;
const obeyMs = 1000;

/**
 * Starts a program and speaks the protocol with it, one message a line. The library's own transport closes the connection at a line of
 * 10 MB and knows no exit code; this one drops what is too long and goes on. The program starts at once, before `start` is called, so
 * that it comes up while the library is loaded.
 */
export function startProcess(options: ProcessTransportOptions): ProcessTransport {
  const { world, log, redactor } = options;
  const open: OpenRequests = new Map();
  const early: JSONRPCMessage[] = [];
  let child: ChildProcess | undefined;
  let started = false;
  let received = 0;
  let wasClosed = false;
  let lastComplaint = "";

  const deliver = (message: JSONRPCMessage): void => {
    if (started) transport.onmessage?.(message);
    else early.push(message);
  };

  const fail = (id: string | number, code: number, message: string): void => {
    open.delete(String(id));
    deliver({ jsonrpc: "2.0", id, error: { code, message } });
  };

  const lines = createLineSplitter({
    maxLength: largestAnswer,
    onLine(line) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        return log("info", `a line on stdout is no message: ${line}`);
      }
      received += 1;
      for (const part of Array.isArray(value) ? value : [value]) {
        const message = readMessage(part, open);
        if (message === undefined) log("info", `a message that nobody waits for, or that is none: ${line}`);
        else {
          if ("result" in message) options.onAnswerSize(message.result, line.length);
          deliver(message);
        }
      }
    },
    onLongLine({ head, tail, length }) {
      received += 1;
      log("warning", `an answer of ${length} characters was dropped`);
      const id = idOfLongAnswer(head, tail, open);
      // Without its id, any of the open calls may be the one: none of them may wait for ever.
      for (const one of id === undefined ? [...open.values()] : [id])
        fail(one, answerTooLarge, `an answer of ${Math.ceil(length / 1_000_000)} MB`);
    },
  });

  const complaints = createLineSplitter({
    maxLength: 10_000,
    onLine(line) {
      lastComplaint = line;
      log("info", line);
    },
    onLongLine({ head }) {
      lastComplaint = head;
      log("info", head);
    },
  });

  const ended = run().then((reason) => {
    child = undefined;
    options.onEnd(reason);
    transport.onclose?.();
  });

  async function run(): Promise<string> {
    try {
      child = world.processes.start(options.command, options.args, {
        workingFolder: options.workingFolder,
        environment: options.environment,
      });
      child.onOutput((text) => lines.push(text));
      child.onError((text) => complaints.push(text));
      const { code, signal } = await child.ended;
      // A complaint without a line end is the last word all the same.
      complaints.push("\n");
      const how = code === null ? `was ended by ${signal ?? "a signal"}` : `exited with code ${code}`;
      return lastComplaint === ""
        ? how
        : `${how}: ${cutText(visibleText(redactor.cutText(lastComplaint.trim())), 300)}`;
    } catch (error) {
      const words = error instanceof Error ? redactor.cutText(error.message) : "it is not known why";
      // The sentence goes on.
      return `could not be started: ${words.replace(/^The /, "the ").replace(/\.$/, "")}`;
    }
  }

  const within = async (milliseconds: number): Promise<boolean> => {
    let isOver = false;
    await new Promise<void>((resolve) => {
      const timer = world.clock.timer(milliseconds, resolve);
      void ended.then(() => {
        isOver = true;
        timer.cancel();
        resolve();
      });
    });
    return isOver;
  };

  const transport: ProcessTransport = {
    received: () => received,
    wasClosed: () => wasClosed,
    async start() {
      started = true;
      for (const message of early.splice(0)) transport.onmessage?.(message);
    },
    async send(message) {
      if (!child) throw new Error("the process is gone");
      if ("id" in message && "method" in message && message.id !== undefined) open.set(String(message.id), message.id);
      else if ("method" in message && message.method === "notifications/cancelled")
        open.delete(String(message.params?.["requestId"]));
      child.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      if (!child) return ended;
      wasClosed = true;
      // A server that has never spoken has nothing to save.
      if (received > 0) {
        child.endInput();
        if (await within(leaveMs)) return;
      }
      child?.kill("SIGTERM");
      if (await within(obeyMs)) return;
      child?.kill("SIGKILL");
      await within(obeyMs);
    },
  };
  return transport;
}
