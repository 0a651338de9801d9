import { EventEmitter } from "eventemitter3";
import type { RunEvent, RunEventName, RunEvents } from "./events.ts";

/** Called with each event of one name, in order. */
export type RunListener<Name extends RunEventName> = (event: RunEvents[Name]) => void;

const ignore = (): void => undefined;

/** Events of runs for listeners. A listener that throws is reported and disturbs neither the run nor the other listeners. */
export class RunEmitter {
  readonly #emitter = new EventEmitter();
  readonly #wrapped = new Map<RunEventName, Map<unknown, (event: RunEvent) => void>>();
  readonly #onListenerError: (error: unknown) => unknown;

  constructor(onListenerError: (error: unknown) => unknown = ignore) {
    this.#onListenerError = onListenerError;
  }

  on<Name extends RunEventName>(name: Name, listener: RunListener<Name>): void {
    const listeners = this.#wrapped.get(name) ?? new Map<unknown, (event: RunEvent) => void>();
    this.#wrapped.set(name, listeners);
    if (listeners.has(listener)) return;
    const wrapped = (event: RunEvent): void => this.guard(() => (listener as (event: RunEvent) => unknown)(event));
    listeners.set(listener, wrapped);
    this.#emitter.on(name, wrapped);
  }

  off<Name extends RunEventName>(name: Name, listener: RunListener<Name>): void {
    const wrapped = this.#wrapped.get(name)?.get(listener);
    if (wrapped === undefined) return;
    this.#wrapped.get(name)?.delete(listener);
    this.#emitter.off(name, wrapped);
  }

  /** Whoever is told of a failing listener may fail as well, at once or later: nothing of it reaches a run. */
  #report(error: unknown): void {
    try {
      const returned: unknown = this.#onListenerError(error);
      if (returned instanceof Promise) returned.catch(ignore);
    } catch {
      // There is nobody left to tell.
    }
  }

  /** Calls code of a host: whatever it throws, at once or later, is reported, and then `failed` is called. */
  guard(call: () => unknown, failed: () => void = ignore): void {
    const report = (error: unknown): void => {
      this.#report(error);
      failed();
    };
    try {
      const returned = call();
      if (returned instanceof Promise) returned.catch(report);
    } catch (error) {
      report(error);
    }
  }

  has(name: RunEventName): boolean {
    return (this.#wrapped.get(name)?.size ?? 0) > 0;
  }

  emit(event: RunEvent): void {
    this.#emitter.emit(event.type, event);
  }
}
