/** What the journey asks of a browser, whatever protocol that speaks. */
export interface EngineDriver {
  /** What the engine calls itself, with its version. */
  name: string;
  open(address: string): Promise<void>;
  /** Value of an expression of the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>;
  /** A press of the mouse, in CSS pixels of the window. */
  press(x: number, y: number): Promise<void>;
  escape(): Promise<void>;
  /** Ends the browser and everything that it started, also one that no longer answers. */
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Debian packages that bring it. */
  packages: readonly string[];
  /** How to start it; undefined where a program of it is not installed. */
  find(): (() => Promise<EngineDriver>) | '' | undefined;
}

/**
 * How long a page may owe an answer before it counts as hanging, and how long a step may
 * take: many times what a slow machine needs. Nothing here measures speed.
 */
export const hangMs = 90_000;
export const stepMs = 180_000;

/** What `promise` gives; rejects with `problem` when it gives nothing for so long. */
export async function within<T>(ms: number, problem: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(problem)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
