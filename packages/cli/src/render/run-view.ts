import type { RunEvent } from "@graph/host";
import type { Clock, Timer } from "@graph/world";
import { escapeControls } from "../output/escape-controls.ts";
import type { Streams } from "../output/streams.ts";
import { formatTime } from "./format-time.ts";
import { finishLine, isItem, oneLine } from "./step-line.ts";

/** Shows a run on stderr while it goes on. */
export interface RunView {
  event(event: RunEvent): void;
  /** Takes the list away and keeps back what comes, so that somebody can be asked something. Again, for the next question: shows what was kept back. */
  pause(): void;
  /** Shows what was kept back, and the list again. */
  resume(): void;
  /** Takes away what is only there while the run goes on. */
  close(): void;
}

interface Running {
  readonly path: string;
  readonly tool: string;
  /** By the run's own time, for the line that stays. */
  readonly startedAt: number;
  /** By our clock, for the time that is shown while it runs. */
  readonly shownFrom: number;
  items: number;
}

const mostRunningLines = 8;
const redrawEveryMs = 100;

/** A live list on a terminal, plain lines elsewhere. */
export function openRunView(streams: Streams, clock: Clock): RunView {
  const running = new Map<string, Running>();
  let drawn = 0;
  let timer: Timer | undefined;
  let isPaused = false;
  let keptBack = "";

  function erase(): string {
    const up = drawn > 0 ? `\u001b[${drawn}A\u001b[J` : "";
    drawn = 0;
    return up;
  }

  function draw(above: string): void {
    if (isPaused) {
      keptBack += above;
      return;
    }
    if (!streams.liveErrors) {
      if (above !== "") streams.draw(above);
      return;
    }
    const lines = [...running.values()].slice(0, mostRunningLines).map((step) => runningLine(step));
    if (running.size > mostRunningLines) lines.push(`  … and ${running.size - mostRunningLines} more`);
    streams.draw(erase() + above + lines.map((line) => `${line}\n`).join(""));
    drawn = lines.length;
  }

  function runningLine(step: Running): string {
    const items = step.items > 0 ? `  ${step.items} done` : "";
    const text = `  ${step.path}  ${step.tool}${items}  ${formatTime(clock.monotonic() - step.shownFrom)}`;
    // A line that wraps would be counted as one and leave its rest behind.
    return escapeControls(text).slice(0, Math.max(streams.columns - 1, 10));
  }

  function tick(): void {
    timer = undefined;
    if (running.size === 0) return;
    draw("");
    schedule();
  }

  function schedule(): void {
    if (streams.liveErrors) timer ??= clock.timer(redrawEveryMs, tick, { background: true });
  }

  const style = streams.colour ? "colours" : streams.liveErrors ? "signs" : "plain";

  function onFinish(event: Extract<RunEvent, { readonly type: "step-finish" }>): void {
    const started = running.get(event.path);
    running.delete(event.path);
    if (isItem(event.path)) {
      const outer = running.get(event.path.slice(0, event.path.indexOf("[")));
      if (outer !== undefined) outer.items += 1;
      if (event.status === "succeeded" || event.status === "skipped") return;
    }
    const safe = {
      ...event,
      ...(event.error !== undefined && { error: { ...event.error, message: escapeControls(event.error.message) } }),
      ...(event.reason !== undefined && { reason: escapeControls(event.reason) }),
    };
    draw(`${finishLine(safe, started?.startedAt, style)}\n`);
  }

  function resume(): void {
    if (!isPaused) return;
    isPaused = false;
    const kept = keptBack;
    keptBack = "";
    draw(kept);
  }

  return {
    pause() {
      if (isPaused) {
        if (keptBack !== "") streams.draw(keptBack);
        keptBack = "";
      } else if (streams.liveErrors) streams.draw(erase());
      isPaused = true;
    },
    resume,
    event(event) {
      switch (event.type) {
        case "step-start":
          if (isItem(event.path) || running.has(event.path)) return;
          running.set(event.path, {
            path: event.path,
            tool: event.tool,
            startedAt: event.time,
            shownFrom: clock.monotonic(),
            items: 0,
          });
          if (streams.liveErrors) draw("");
          schedule();
          return;
        case "step-retry":
          if (!isItem(event.path)) {
            const wait = formatTime(event.delayMs);
            draw(
              escapeControls(
                `retry     ${event.path}  attempt ${event.attempt} in ${wait}  ${oneLine(event.error.message)}`,
              ) + "\n",
            );
          }
          return;
        case "step-finish":
          onFinish(event);
          return;
        // Who cancels is told at once, before the run is.
        case "run-cancel":
        case "run-start":
        case "run-finish":
        // Whoever can be asked is asked.
        case "question":
      }
    },
    close() {
      timer?.cancel();
      timer = undefined;
      running.clear();
      resume();
      if (streams.liveErrors) streams.draw(erase());
    },
  };
}
