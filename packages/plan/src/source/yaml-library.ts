import { createRequire } from "node:module";
import type * as YamlModule from "yaml";

/** What is used of it; `graph.vendored` in package.json names the same, because the bundle takes nothing else. */
type Yaml = Pick<
  typeof YamlModule,
  "Composer" | "Lexer" | "Parser" | "isAlias" | "isMap" | "isPair" | "isScalar" | "isSeq"
>;

let loaded: Yaml | undefined;

/** The YAML library, loaded with the first text: it costs a third of a small program's start, and plans built as data never need it. */
export function yamlLibrary(): Yaml {
  loaded ??= createRequire(import.meta.url)("yaml") as Yaml;
  return loaded;
}
