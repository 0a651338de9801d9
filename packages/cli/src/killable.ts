import type { ChildProcess, World } from "@graph/world";

/** A world whose children can be killed all at once, without waiting for anything: for an end that leaves no time to ask them. */
export function killable(world: World): { readonly world: World; readonly killChildren: () => void } {
  const children = new Set<ChildProcess>();
  const { processes } = world;
  const start: World["processes"]["start"] = (command, args, options) => {
    const child = processes.start(command, args, options);
    children.add(child);
    const forget = (): void => {
      children.delete(child);
    };
    child.ended.then(forget, forget);
    return child;
  };
  return {
    world: {
      ...world,
      processes: {
        pid: processes.pid,
        // Asked when they are read: a working folder that is gone must not take `--help` down.
        get workingFolder() {
          return processes.workingFolder;
        },
        get homeFolder() {
          return processes.homeFolder;
        },
        platform: processes.platform,
        environment: (name) => processes.environment(name),
        start,
      },
    },
    killChildren() {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
