import picocolors from "picocolors";

/** Functions that paint, or that leave a text as it is. */
export function colours(enabled: boolean): ReturnType<typeof picocolors.createColors> {
  return picocolors.createColors(enabled);
}
