/** What kind of thing is wrong with a file; each has its own words on the page. */
export type ArtifactErrorKind =
  | 'missing'
  | 'network'
  | 'not-kept'
  | 'empty'
  | 'not-text'
  | 'not-json'
  | 'truncated'
  | 'too-large'
  | 'too-deep'
  | 'wrong-kind'
  | 'apart'
  | 'newer'
  | 'invalid'
  | 'hash-mismatch';

export interface ArtifactProblem {
  kind: ArtifactErrorKind;
  /** File name or address, as the reader knows it. */
  file: string;
  /** JSON path of the first fault, `$` for the whole file. */
  path?: string;
  found: string;
  expected: string;
}

/** A file that cannot be used. Its message names the file, the place, what was found and what was expected. */
export class ArtifactError extends Error implements ArtifactProblem {
  override readonly name = 'ArtifactError';
  readonly kind: ArtifactErrorKind;
  readonly file: string;
  readonly path: string;
  readonly found: string;
  readonly expected: string;

  constructor(problem: ArtifactProblem) {
    const place = problem.path && problem.path !== '$' ? ` at ${problem.path}` : '';
    super(`${problem.file}${place}: found ${problem.found}; expected ${problem.expected}.`);
    this.kind = problem.kind;
    this.file = problem.file;
    this.path = problem.path ?? '$';
    this.found = problem.found;
    this.expected = problem.expected;
  }
}
