/** A JSON value. Values are never changed in place: they pass by reference between steps. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Only own properties count: a key such as `constructor` is data like any other. */
export interface JsonObject {
  readonly [key: string]: Json;
}
