/**
 * An evaluator of its own, written from the definitions of trec_eval and sharing no code
 * with the program: it reads the exported lines and nothing else.
 */
export function evaluateTrec(run: string, qrels: string): Record<string, number> {
  const judged: Record<string, Record<string, number>> = {};
  for (const [query, , id, grade] of qrels
    .trim()
    .split('\n')
    .map((line) => line.split(' ')))
    (judged[query!] ??= {})[id!] = Number(grade);
  const ranked: Record<string, { id: string; score: number }[]> = {};
  for (const [query, , id, , score] of run
    .trim()
    .split('\n')
    .map((line) => line.split(' ')))
    (ranked[query!] ??= []).push({ id: id!, score: Number(score) });
  const queries = Object.keys(judged);
  const totals: Record<string, number> = {};
  for (const query of queries) {
    const order = (ranked[query] ?? []).sort((a, b) => Math.fround(b.score) - Math.fround(a.score));
    const gains = order.map(({ id }) => judged[query]![id] ?? 0);
    const relevant = Object.values(judged[query]!).filter((grade) => grade > 0).length;
    const add = (name: string, value: number) =>
      (totals[name] = (totals[name] ?? 0) + value / queries.length);
    for (const k of [1, 3, 5, 10]) {
      const found = gains.slice(0, k).filter((gain) => gain > 0).length;
      add(`success_${k}`, found > 0 ? 1 : 0);
      add(`recall_${k}`, relevant > 0 ? found / relevant : 0);
    }
    const first = gains.findIndex((gain) => gain > 0);
    add('recip_rank', first < 0 ? 0 : 1 / (first + 1));
    let [dcg, ideal] = [0, 0];
    for (let i = 0; i < 10; i++) {
      dcg += (gains[i] ?? 0) / Math.log2(i + 2);
      ideal += (i < relevant ? 1 : 0) / Math.log2(i + 2);
    }
    add('ndcg_cut_10', ideal > 0 ? dcg / ideal : 0);
  }
  return totals;
}
