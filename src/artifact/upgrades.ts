/** Makes of a value of one version that of the next. Reads old content as `unknown`, and stays as it is once it is published. */
export type Upgrade = (old: unknown) => unknown;

/** By the version that is read: `upgraders[1]` turns version 1 into version 2. */
export type Upgraders = Readonly<Record<number, Upgrade>>;

/** What an upgrader throws when the old content is not what it should be. */
export class UpgradeFault extends Error {
  override readonly name = 'UpgradeFault';

  constructor(
    /** JSON path in the content of the old version. */
    readonly path: string,
    readonly found: string,
    readonly expected: string,
  ) {
    super(`at ${path}: found ${found}; expected ${expected}`);
  }
}

/** A step of a chain that is not there, or that did not work. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';

  constructor(
    readonly from: number,
    readonly reason: 'missing' | 'failed',
    readonly fault: UpgradeFault,
  ) {
    super(`from version ${from} to ${from + 1}, ${fault.message}`);
  }
}

/** Steps that a chain from `released` to `version` lacks: old content would be refused for want of them. */
export function missingUpgrades(upgraders: Upgraders, version: number, released = 1): number[] {
  return Array.from({ length: version - released }, (_, step) => step + released).filter(
    (from) => !Object.hasOwn(upgraders, from),
  );
}

/** Content of version `from` as version `to`, one small step after the other; an `UpgradeError` names the step that fails. */
export function upgrade(upgraders: Upgraders, value: unknown, from: number, to: number): unknown {
  let current = value;
  for (let version = from; version < to; version++) {
    const step = Object.hasOwn(upgraders, version) ? upgraders[version] : undefined;
    if (!step)
      throw new UpgradeError(
        version,
        'missing',
        new UpgradeFault(
          '$',
          `version ${version}`,
          `version ${to}, and nothing here turns ${version} into ${version + 1}`,
        ),
      );
    try {
      current = step(current);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UpgradeError(
        version,
        'failed',
        error instanceof UpgradeFault
          ? error
          : new UpgradeFault(
              '$',
              `content of version ${version} that cannot be turned into ${version + 1} (${reason})`,
              `content as version ${version} has it`,
            ),
      );
    }
  }
  return current;
}
