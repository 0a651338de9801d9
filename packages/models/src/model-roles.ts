import type { ChatModel } from "./chat-model.ts";
import type { DecisionModel } from "./decision-model.ts";

/** The role that decides when none is named. */
export const defaultDecisionRole = "decider";
/** The role that writes when none is named. It never decides. */
export const defaultChatRole = "default";

/** The models of a project by the role they play: plans name roles, never models. */
export interface ModelRoles {
  /** The decision model of a role; throws a `MissingRoleError`. */
  decision(role: string): DecisionModel;
  /** The chat model of a role; throws a `MissingRoleError`. */
  chat(role: string): ChatModel;
  /** The decision model of a role, or nothing: for work that can be done without one. */
  findDecision(role: string): DecisionModel | undefined;
  findChat(role: string): ChatModel | undefined;
}

/** Models by role name. */
export interface ModelRolesOptions {
  readonly decision?: Readonly<Record<string, DecisionModel>>;
  readonly chat?: Readonly<Record<string, ChatModel>>;
}

/** No model plays the role that was asked for. */
export class MissingRoleError extends Error {
  readonly role: string;
  readonly kind: "decision" | "chat";
  constructor(role: string, kind: "decision" | "chat", otherKind: boolean) {
    const other = kind === "decision" ? "chat" : "decision";
    const found = otherKind
      ? `The role \`${role}\` is played by a ${other} model, and a ${kind} model is needed`
      : `No ${kind} model plays the role \`${role}\``;
    super(`${found}: configure \`[models.${role}]\`, or have the host application pass one for this role.`);
    this.name = "MissingRoleError";
    this.role = role;
    this.kind = kind;
  }
}

/** Gives models their roles. No role stands in for another: without a `decider` nothing decides, whatever `default` is. */
export function modelRoles(options: ModelRolesOptions = {}): ModelRoles {
  // Role names come from plans: looked up in maps, so that `constructor` is no role.
  const decisions = new Map(Object.entries(options.decision ?? {}));
  const chats = new Map(Object.entries(options.chat ?? {}));
  return {
    decision(role) {
      const model = decisions.get(role);
      if (model === undefined) throw new MissingRoleError(role, "decision", chats.has(role));
      return model;
    },
    chat(role) {
      const model = chats.get(role);
      if (model === undefined) throw new MissingRoleError(role, "chat", decisions.has(role));
      return model;
    },
    findDecision: (role) => decisions.get(role),
    findChat: (role) => chats.get(role),
  };
}
