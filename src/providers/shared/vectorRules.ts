/**
 * What shapes a vector besides its text and the model that is named: one entry for each
 * part. A kept vector stands for a new one only where every entry is the same, so all of
 * them are in its key.
 *
 * An entry is a version and the digest of what the part makes of fixed inputs (of the
 * model's files: their contents). `vectorRules.test.ts` compares the digests with the
 * code, so a rule cannot change without being written here, and then nothing is found
 * that the older rule left. A change that the fixed inputs do not show raises the version.
 */
export type VectorRules = Readonly<Record<string, string>>;

const mean = '1 d9742044eb1cbf15';

/** The built-in model: its own tokens, read whole where they fit one window and sentence by sentence where not. */
export const localVectorRules = {
  files: 'ac4ab7b8eedbab31',
  runtime: 'tfjs wasm 4.22.0',
  tokens: '1 c87eab964e0e0d17',
  windows: '1 b0bbf4839eb6abb6',
  mean,
} as const satisfies VectorRules;

/** Every endpoint: cl100k_base tokens, windows of text, and the length of what comes back. */
export const remoteVectorRules = {
  tokens: '1 713d13982a467e24',
  windows: '1 7a876cb67656c24d',
  length: '1 626e8a42377b412a',
  mean,
} as const satisfies VectorRules;

/** An endpoint whose whole vectors are cut to the length asked for here, which it need not do itself in the same way. */
export const cutVectorRules = { ...remoteVectorRules, cut: 'here' } as const satisfies VectorRules;

/** All that this version of the program keeps vectors under. */
export const currentVectorRules: readonly VectorRules[] = [
  localVectorRules,
  remoteVectorRules,
  cutVectorRules,
];
