/** A secret of some kind, and what of it may not be seen by itself either. */
export interface SecretShape {
  readonly name: string;
  readonly value: string;
  readonly parts: readonly string[];
}

const pem = [
  "-----BEGIN TEST KEY-----",
  "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2",
  "c2Vjb25kLWxpbmUtaGVyZS93aXRoK3NpZ25z",
  "-----END TEST KEY-----",
  "",
].join("\n");

const keyFile = JSON.stringify(
  {
    id: 1,
    password: "foobar99",
    private_key: "-----BEGIN TEST KEY-----\nbGVhZi1vZi1hLWtleS1maWxl\n-----END TEST KEY-----\n",
    more: { token: 'say "it" <now>' },
  },
  null,
  2,
);

/** Secrets of every kind that configs are known to hold. */
export const secretShapes: readonly SecretShape[] = [
  { name: "six characters", value: "k9Q#z2", parts: [] },
  { name: "quotes and backslashes", value: String.raw`it's "so" \ well`, parts: [] },
  { name: "blanks and ampersands", value: "pass word & more=1", parts: [] },
  { name: "letters of the world", value: "pässwörd→🔑", parts: [] },
  { name: "a key of several lines", value: pem, parts: pem.split("\n").slice(1, 3) },
  {
    name: "a key whose line ends are written out",
    value: pem.replaceAll("\n", String.raw`\n`),
    parts: [pem, ...pem.split("\n").slice(1, 3)],
  },
  { name: "a key file", value: keyFile, parts: ["foobar99", "bGVhZi1vZi1hLWtleS1maWxl", 'say "it" <now>'] },
  { name: "a token", value: "ghx_16C7e42F292c6912E7710c838347Ae178B4a", parts: [] },
  {
    name: "an address with a password",
    value: "postgres://app:p%40ss-w0rd@db.example.com:5432/main?ssl=true&x=<1>",
    parts: ["p%40ss-w0rd", "p@ss-w0rd"],
  },
  { name: "a header", value: "Bearer abc123.def456.ghi789", parts: ["abc123.def456.ghi789"] },
  { name: "digits", value: "90817263544", parts: [] },
  { name: "lines of another system", value: "first-half!\r\nsecond*half", parts: ["first-half!", "second*half"] },
  { name: "signs", value: "a/b+c~d!e'(f)*<g>=`h`", parts: [] },
];
