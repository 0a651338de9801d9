/** The command line asks for something that does not exist: exit code 2. */
export class UsageError extends Error {
  /** A command whose help shows what is right. */
  readonly command: string | undefined;
  constructor(message: string, command?: string) {
    super(message);
    this.name = "UsageError";
    this.command = command;
  }
}
