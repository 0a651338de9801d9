// Writes the JavaScript of each package: one file an entry, one a part that is loaded late, one a library that is loaded late.
// Small libraries that are needed at once stand in the file itself. `tsc -b` checks the sources and writes the types.
// Node takes about half a millisecond for every module that it opens, whatever is in it: as single files,
// `import "@graph/runner"` takes five times as long as `node -e 0`, in one piece a little over two.
//   node scripts/bundle.mjs [package …]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(packages);
// Short names are a quarter less to load; stack traces get the long ones back from the source maps (`node --enable-source-maps`).
const common = {
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
  legalComments: "none",
};

for (const name of names) {
  const folder = join(packages, name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { entries = [], vendored = {}, inlined = [] } = manifest.graph ?? {};
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  for (const file of readdirSync(dist)) if (/\.js(\.map)?$/.test(file)) rmSync(join(dist, file));
  rmSync(join(dist, "vendor"), { recursive: true, force: true });
  const [main, ...others] = Object.values(manifest.exports).flatMap((entry) => entry["@graph/source"] ?? []);
  // A further entry imports its package by name: nothing is shared, so that nothing has to stand in a file of its own.
  for (const entryPoints of [[main, ...entries], ...others.map((entry) => [entry])]) {
    await build({
      ...common,
      absWorkingDir: folder,
      entryPoints,
      outbase: "src",
      outdir: "dist",
      chunkNames: "part-[hash]",
      splitting: true,
      external: [manifest.name, ...Object.keys(manifest.dependencies ?? {}).filter((one) => !inlined.includes(one))],
      format: "esm",
      sourcemap: true,
      plugins: [pointAtVendored(vendored)],
    });
  }
  await vendor(folder, vendored, inlined);
}

/** In the bundle a vendored library is found beside it; in the sources, where npm has put it. */
function pointAtVendored(vendored) {
  return {
    name: "vendored",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const [specifier, { file }] of Object.entries(vendored)) {
          contents = contents.replaceAll(`"${specifier}"`, `"./vendor/${file}"`);
        }
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Libraries that are loaded late, each as one file, with their licences. */
async function vendor(folder, vendored, inlined) {
  const licences = new Map();
  for (const name of inlined) {
    const file = createRequire(join(folder, "package.json")).resolve(name);
    const home = file.slice(0, file.lastIndexOf(`node_modules/${name}`) + `node_modules/${name}`.length);
    licences.set(home, licenceOf(home));
  }
  for (const [specifier, { file, module, names }] of Object.entries(vendored)) {
    const resolve = createRequire(join(folder, "package.json")).resolve;
    // Of a library that has modules only what is used is taken: it loads in half the time of the same library as CommonJS.
    const modules = (path) => join(dirname(resolve(`${specifier}/package.json`)), path);
    const entry =
      module === undefined
        ? { entryPoints: [resolve(specifier)] }
        : {
            stdin: {
              contents: `export { ${names.join(", ")} } from ${JSON.stringify(modules(module))};`,
              resolveDir: folder,
            },
          };
    const { metafile } = await build({
      ...common,
      absWorkingDir: folder,
      ...entry,
      outfile: join(folder, "dist/vendor", file),
      format: "cjs",
      metafile: true,
    });
    for (const input of Object.keys(metafile.inputs)) {
      const home = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(join(folder, input))?.[0];
      if (home !== undefined) licences.set(home, licenceOf(home));
    }
  }
  if (licences.size === 0) return;
  mkdirSync(join(folder, "dist/vendor"), { recursive: true });
  const texts = [...licences.values()].toSorted((a, b) => (a < b ? -1 : 1));
  writeFileSync(join(folder, "dist/vendor/LICENSES.txt"), texts.join("\n"));
}

function licenceOf(home) {
  const { name, version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(home, file))
      ? readFileSync(join(home, file), "utf8")
      : `License: ${license}\n`;
  return `${name} ${version} (in ${dirname(home).endsWith("node_modules") ? "npm" : "npm, scoped"})\n\n${text}`;
}
