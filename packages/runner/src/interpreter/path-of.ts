/** The path of a key: without the attempts that keys carry. */
export function pathOf(key: string): string {
  return key.includes("#") ? key.replaceAll(/#\d+/g, "") : key;
}
