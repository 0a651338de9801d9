import { defineConfig } from "vitest/config";

const conditions = ["@graph/source", "node", "import", "default"];
const long = process.env["GRAPH_TEST_LONG"] === "1";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: long ? 3_600_000 : 30_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["packages/*/{src,machine}/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["test/{journeys,cases,properties,house}/**/*.test.ts"],
          testTimeout: long ? 3_600_000 : 120_000,
        },
      },
    ],
  },
});
