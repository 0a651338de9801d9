import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkServerId, publicNamePattern } from "./names.ts";
import { publicNames, type PublicNames } from "./public-names.ts";

const digits = (server: string, raw: string): string =>
  createHash("sha256").update(`${server}\0${raw}`).digest("hex").slice(0, 8);
const named = (server: string, ...raws: string[]): PublicNames => publicNames(new Map([[server, raws]]));
const publics = (result: PublicNames): string[] => result.names.map((name) => name.public);

describe("publicNames", () => {
  it("leaves a good name alone and reports nothing", () => {
    expect(named("fs", "search", "b__c", "_x", "-")).toEqual({
      names: [
        { server: "fs", raw: "search", public: "fs__search" },
        { server: "fs", raw: "b__c", public: "fs__b__c" },
        { server: "fs", raw: "_x", public: "fs___x" },
        { server: "fs", raw: "-", public: "fs__-" },
      ],
      reports: [],
    });
  });

  it("lets two servers have a tool of one name", () => {
    const tools = new Map([
      ["fs", ["search"]],
      ["gh", ["search"]],
    ]);
    expect(publics(publicNames(tools))).toEqual(["fs__search", "gh__search"]);
  });

  it("replaces what may not stand in a name, and says so", () => {
    expect(named("crm", "get.user")).toEqual({
      names: [{ server: "crm", raw: "get.user", public: "crm__get_user" }],
      reports: [
        {
          code: "tool/name-changed",
          severity: "warning",
          server: "crm",
          raw: "get.user",
          public: "crm__get_user",
          message: "The tool `get.user` of the server `crm` is called `crm__get_user` here: write that in plans.",
        },
      ],
    });
  });

  it("takes one character for one, outside the basic plane too", () => {
    expect(publics(named("s", "a😀b"))).toEqual(["s__a_b"]);
  });

  it("gives every member of a clash its hash, and no other tool one", () => {
    const result = named("crm", "get.user", "get/user", "get_users");
    expect(publics(result)).toEqual([
      `crm__get_user_${digits("crm", "get.user")}`,
      `crm__get_user_${digits("crm", "get/user")}`,
      "crm__get_users",
    ]);
    expect(result.reports.map(({ code, raw }) => [code, raw])).toEqual([
      ["tool/name-changed", "get.user"],
      ["tool/name-changed", "get/user"],
    ]);
  });

  it("makes a name that is too long fit 63 characters", () => {
    const raw = "get_console_message_by_identifier_with_stack_trace_and_source_map";
    const [name = ""] = publics(named("chrome-devtools", raw, "list_pages"));
    expect(name).toBe(`chrome-devtools__get_console_message_by_identifier_wit_${digits("chrome-devtools", raw)}`);
    expect(name).toMatch(/^chrome-devtools__[A-Za-z0-9_-]{1,37}_[0-9a-f]{8}$/);
    expect(name).toHaveLength(63);
  });

  it("counts a plain name that looks like another tool's hashed one as a member of the clash", () => {
    const imposter = `get_user_${digits("crm", "get.user")}`;
    const names = publics(named("crm", "get.user", "get/user", imposter));
    expect(names[0]).toBe(`crm__${imposter}`);
    expect(names[2]).toBe(`crm__${imposter}_${digits("crm", imposter)}`);
    expect(new Set(names).size).toBe(3);
  });

  it("keeps the first of two tools of one name", () => {
    const result = named("fs", "search", "read", "search", "search");
    expect(publics(result)).toEqual(["fs__search", "fs__read"]);
    expect(result.reports).toEqual([
      {
        code: "tool/duplicate",
        severity: "warning",
        server: "fs",
        raw: "search",
        public: "fs__search",
        message: "The server `fs` lists the tool `search` more than once; the first is kept.",
      },
    ]);
  });

  it("names a tool without a name", () => {
    expect(publics(named("s", ""))).toEqual([`s___${digits("s", "")}`]);
  });

  it("takes names of the prototype for plain texts", () => {
    expect(publics(named("s", "__proto__", "constructor"))).toEqual(["s____proto__", "s__constructor"]);
  });

  const server = fc
    .stringMatching(/^[a-z][a-z0-9-]{0,4}(_[a-z0-9-]{1,3}){0,2}$/)
    .filter((id) => checkServerId(id) === undefined);
  const raw = fc.oneof(
    fc.stringMatching(/^[ab._/]{0,4}$/),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.stringMatching(/^a{52,54}[b._/]{0,8}$/),
    fc.stringMatching(/^a_[0-9a-f]$/),
  );
  const servers = fc.uniqueArray(fc.tuple(server, fc.uniqueArray(raw, { maxLength: 30 })), {
    maxLength: 4,
    selector: ([id]) => id,
  });
  // One digit makes clashes of the hashes themselves common, which eight never show.
  const weak = (id: string, name: string, attempt: number): string =>
    createHash("sha256")
      .update(`${id}\0${name}\0${attempt}`)
      .digest("hex")
      .slice(0, attempt < 1 ? 1 : 8);

  it("gives no two tools one name, each one a public name, and the same ones in any order", () => {
    fc.assert(
      fc.property(servers, fc.boolean(), (list, useWeak) => {
        const hash = useWeak ? weak : undefined;
        const { names } = publicNames(new Map(list), hash);
        expect(new Set(names.map((name) => name.public)).size).toBe(
          list.reduce((sum, [, raws]) => sum + raws.length, 0),
        );
        for (const name of names) {
          expect(name.public).toMatch(publicNamePattern);
          expect(name.public.startsWith(`${name.server}__`)).toBe(true);
        }
        const turned = new Map(list.toReversed().map(([id, raws]) => [id, raws.toReversed()]));
        const again = publicNames(turned, hash).names;
        expect(new Map(again.map((name) => [`${name.server}\0${name.raw}`, name.public]))).toEqual(
          new Map(names.map((name) => [`${name.server}\0${name.raw}`, name.public])),
        );
      }),
      { numRuns: 300 },
    );
  });
});
