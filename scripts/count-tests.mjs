// Prints how many tests passed and failed, from the reports that `npm test` has written. A report that is missing is a failure.
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const name of ["unit", "journeys"]) {
  try {
    const report = JSON.parse(readFileSync(new URL(`../reports/${name}.json`, import.meta.url), "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests + (report.numTotalTests === 0 ? 1 : 0);
    for (const file of report.testResults) {
      if (file.status === "failed" && file.assertionResults.length === 0) failed += 1;
    }
  } catch (error) {
    process.stderr.write(`The report of ${name} cannot be read: ${error.message}\n`);
    failed += 1;
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
