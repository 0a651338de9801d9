/** A step's id. */
export const stepIdPattern = "^[A-Za-z_][A-Za-z0-9_]{0,63}$";
