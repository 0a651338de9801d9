/**
 * A budget for one validation. Some small schemas make ajv look at one value again and again (`allOf` of two references, thirty
 * levels deep): the compiled code spends here, and stops when nothing is left. One unit is about one sub-schema looked at.
 */
const validationBudget = 3_000_000;

/** When all problems are listed, each costs far more than a look. */
export const listingBudget = 200_000;

let left = 0;

/** Thrown out of the compiled code; one object, because its stack is of no use. */
const budgetSpent: Error = new Error("The budget of a validation is spent.");

export const spend = (units: number): void => {
  left -= units;
  if (left < 0) throw budgetSpent;
};

export const refill = (budget: number = validationBudget): void => {
  left = budget;
};
