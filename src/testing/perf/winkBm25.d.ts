/** The part of the package that the comparison uses; it ships no types. */
declare module 'wink-bm25-text-search' {
  namespace winkBm25 {
    interface Engine {
      defineConfig(config: { fldWeights: Record<string, number> }): void;
      definePrepTasks(tasks: ((text: string) => string[])[]): void;
      addDoc(document: Record<string, string>, id: number): void;
      consolidate(): void;
      search(query: string, limit: number): [id: number, score: number][];
    }
  }
  function winkBm25(): winkBm25.Engine;
  export = winkBm25;
}
