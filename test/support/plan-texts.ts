import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCases } from "./case-format.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A plan beyond this size makes a mutation test slow and tells nothing new. */
const longest = 20_000;

function yamlFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" || entry.name === "dist" ? [] : yamlFiles(path);
    return entry.name.endsWith(".yaml") ? [path] : [];
  });
}

/** The texts of all plans of the repository: those of the cases, the shipped ones, those of the examples. */
export function planTexts(): readonly string[] {
  const cases = readCases(readFileSync(join(root, "test/cases/cases.jsonl"), "utf8"));
  const ofCases = cases
    .flatMap((one) => one.runs)
    .flatMap((run) => Object.entries(run.files))
    .flatMap(([path, text]) => (path.endsWith(".yaml") ? [text] : []));
  const shipped = ["plans", "examples"].flatMap((folder) => yamlFiles(join(root, folder)));
  const texts = [...ofCases, ...shipped.map((path) => readFileSync(path, "utf8"))];
  return [...new Set(texts)].filter((text) => text.length <= longest);
}
