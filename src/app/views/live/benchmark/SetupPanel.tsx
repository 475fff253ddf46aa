import type { ChunkingStrategy, ChunkUnit, StrategySetting } from '../../../../core/chunking/strategy';
import { useState } from 'react';
import { chunkingStrategies, strategyIds, type StrategyId } from '../../../../core/chunking/registry';
import { expandedStrategy } from '../../../../experiments/chunking/neighbors/widths';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Choice } from '../../../components/Choice';
import { Explain } from '../../../components/Explain';
import { Checkbox } from '../../../components/TextField';
import type { SecondRetriever } from '../../../../experiments/chunking/own/setup';
import type { LiveParams } from '../liveParams';
import { ChunkFiles } from './ChunkFiles';
import { NeighborKnobs } from './NeighborKnobs';
import {
  quotedSeparators,
  readSeparators,
  readSizes,
  secondRetrievers,
  separatorLists,
  settingsOf,
  sizesOf,
  type Variants,
} from '../../../../experiments/chunking/own/variants';
import { setSize, sizesFromEntries, type SizeEntry } from './setupModel';
import styles from './Benchmark.module.css';

interface SetupPanelProps {
  params: LiveParams;
  made: Variants;
  /** Questions without gold. */
  withoutGold: number;
  model: string;
}

const retrieverLabels: Record<SecondRetriever, { label: string; help: string }> = {
  embedding: { label: 'Embedding', help: 'chunks by cosine' },
  'embedding-blend': { label: 'Embedding, blended', help: '80 % chunk, 20 % mean of its document' },
  hybrid: { label: 'Hybrid', help: 'rank fusion of BM25 and embedding' },
  'hybrid-blend': { label: 'Hybrid, blended', help: 'rank fusion of BM25 and the blend' },
};

/** Which strategies at which sizes, and how their chunks are searched. */
export function SetupPanel({ params, made, withoutGold, model }: SetupPanelProps) {
  const { strategies, sizes, lengthIn, separators, second, withoutGold: fate } = params.values;
  const toggle = <T,>(list: readonly T[], all: readonly T[], one: T, on: boolean): T[] =>
    all.filter((id) => (id === one ? on : list.includes(id)));
  return (
    <section className="panel stack gap-3" aria-labelledby="setup">
      <div className={`row between ${styles.bar}`}>
        <h2 id="setup">3. Strategies and search</h2>
        <div className="row">
          <Button
            tone="quiet"
            disabled={strategies.length === strategyIds.length}
            onClick={() => params.set({ strategies: strategyIds })}
          >
            All eight
          </Button>
          <Button
            tone="quiet"
            disabled={sizes.length === 0 && lengthIn === 'characters' && separators === ''}
            onClick={() => params.set({ sizes: [], lengthIn: 'characters', separators: '' })}
          >
            Published sizes
          </Button>
        </div>
      </div>
      <div className="scroll-x" role="region" aria-label="Strategies and sizes" tabIndex={0}>
        <table className={`table ${styles.table}`}>
          <caption>
            {format.count(made.variants.length)} {made.variants.length === 1 ? 'row' : 'rows'} with BM25.
            Several sizes, apart by commas, make several rows.
          </caption>
          <thead>
            <tr>
              <th scope="col">Strategy</th>
              <th scope="col">Sizes</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {strategyIds.map((id) => (
              <tr key={id}>
                <th scope="row" className={styles.strategy}>
                  <Checkbox
                    label={chunkingStrategies[id].label}
                    checked={strategies.includes(id)}
                    onChange={(on) => params.set({ strategies: toggle(strategies, strategyIds, id, on) })}
                  />
                </th>
                <td>
                  <Sizes
                    strategy={id}
                    entries={sizes}
                    off={!strategies.includes(id)}
                    unit={choosesCutting(id) ? lengthIn : undefined}
                    onSizes={(next) => params.set({ sizes: next })}
                  />
                  {choosesCutting(id) ? <Cutting params={params} off={!strategies.includes(id)} /> : null}
                </td>
                <td className={styles.about}>{aboutStrategy(id, second.length > 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ChunkFiles />
      <NeighborSetup params={params} />
      <fieldset className={styles.retrievers}>
        <legend>
          How chunks are searched{' '}
          <Explain about="the retrievers">
            <p>
              BM25 finds chunks by the words that they share with the question; it needs no model and always
              runs. The rows with a model stand in a second table: they answer a different retrieval question.
            </p>
            <p>
              With a model the semantic strategy cuts by the cosines of neighbouring sentences instead of by
              their words.
            </p>
          </Explain>
        </legend>
        <Checkbox label="BM25" help="always" checked disabled onChange={() => undefined} />
        {secondRetrievers.map((id) => (
          <Checkbox
            key={id}
            label={retrieverLabels[id].label}
            help={retrieverLabels[id].help}
            checked={second.includes(id)}
            onChange={(on) => params.set({ second: toggle(second, secondRetrievers, id, on) })}
          />
        ))}
      </fieldset>
      <p className="soft small">
        {second.length === 0
          ? 'No model is used, and nothing leaves this page.'
          : `The model is the one chosen above: ${model}. Every question and every distinct chunk is embedded once, whatever number of these rows is chosen.`}
      </p>
      {withoutGold > 0 ? (
        <Choice
          label={`${format.count(withoutGold)} ${withoutGold === 1 ? 'question' : 'questions'} without gold`}
          value={fate}
          options={[
            { value: 'keep', label: 'count as misses' },
            { value: 'leave', label: 'leave out of the figures' },
          ]}
          onChange={(value) => params.set({ withoutGold: value })}
        />
      ) : null}
      {made.problems.map((problem) => (
        <p key={problem} className={`bad ${styles.bad}`} role="alert">
          {problem}
        </p>
      ))}
    </section>
  );
}

/** Neighbor expansion: opt-in, and of one strategy only. */
function NeighborSetup({ params }: { params: LiveParams }) {
  const { strategies, prev, next } = params.values;
  const { label } = chunkingStrategies[expandedStrategy];
  const off = !strategies.includes(expandedStrategy);
  return (
    <div className={`stack gap-2 ${off ? styles.muted : ''}`} role="group" aria-labelledby="neighbor-setup">
      <div id="neighbor-setup" className="small strong soft">
        Neighbors returned with every hit of {label}{' '}
        <Explain about="neighbor expansion">
          <p>
            A search finds small chunks; what answers the question may stand in the chunk beside. With
            neighbors, every hit brings so many chunks before and after it in the same document. The search
            itself stays as it is.
          </p>
          <p>
            The rows of the strategies are those of hits alone in any case. A run has ±0/0, ±1/0, ±0/1, ±1/1
            and ±2/2 in a table apart, and with other numbers here that width too. Both numbers can be changed
            after the run, at no cost.
          </p>
        </Explain>
      </div>
      <NeighborKnobs params={params} off={off} />
      <p className="soft small">
        {off
          ? `Only hits of ${label} are widened, and it is not chosen; other strategies ignore it.`
          : prev + next === 0
            ? 'Off. Other strategies ignore it.'
            : `On: ±${prev}/${next}. Other strategies ignore it.`}
      </p>
    </div>
  );
}

function aboutStrategy(id: StrategyId, withModel: boolean): string {
  const { description, note, comparesSentences }: ChunkingStrategy = chunkingStrategies[id];
  const parts = [description];
  if (comparesSentences)
    parts.push(
      withModel ? 'Distances: of sentence vectors.' : 'Distances: of the words of sentences (TF-IDF).',
    );
  if (note !== undefined) parts.push(note);
  return parts.join(' ');
}

const choosesCutting = (id: StrategyId): boolean =>
  (chunkingStrategies[id] as ChunkingStrategy).choosesCutting === true;

/** What recursive sizes count, and the strings at which it cuts. */
function Cutting({ params, off }: { params: LiveParams; off: boolean }) {
  const { lengthIn, separators } = params.values;
  const [draft, setDraft] = useState<string | null>(null);
  const read = readSeparators(draft ?? separators);
  const problem = 'problem' in read ? read.problem : null;
  return (
    <div className={`${styles.sizes} ${styles.cutting}`}>
      <label className={styles.size}>
        <span>Count</span>
        <select
          className={styles.cell}
          disabled={off}
          value={lengthIn}
          onChange={(event) =>
            params.set({ lengthIn: event.target.value === 'tokens' ? 'tokens' : 'characters' })
          }
        >
          <option value="characters">characters</option>
          <option value="tokens">tokens</option>
        </select>
      </label>
      <label className={styles.size}>
        <span>Cut at</span>
        <input
          className={styles.cell}
          list="separator-lists"
          autoComplete="off"
          disabled={off}
          aria-label="Separators, the strongest first"
          aria-invalid={problem !== null || undefined}
          placeholder="its own"
          title='Strings in double quotes, the strongest first, such as "\n\n" "\n" " "'
          value={draft ?? separators}
          onChange={(event) => {
            const typed = event.target.value;
            const valid = !('problem' in readSeparators(typed));
            setDraft(valid ? null : typed);
            if (valid) params.set({ separators: typed });
          }}
        />
        <datalist id="separator-lists">
          {Object.values(separatorLists).map(({ label, separators: list }) => (
            <option key={label} value={quotedSeparators(list)}>
              {label}
            </option>
          ))}
        </datalist>
        {problem === null ? null : (
          <span className={`bad ${styles.bad}`} role="alert">
            Recursive: {problem}.
          </span>
        )}
      </label>
    </div>
  );
}

interface SizesProps {
  strategy: StrategyId;
  entries: readonly SizeEntry[];
  off: boolean;
  /** What sizes count where that is chosen. */
  unit: ChunkUnit | undefined;
  onSizes: (entries: SizeEntry[]) => void;
}

function Sizes({ strategy, entries, off, unit, onSizes }: SizesProps) {
  const fields = settingsOf(strategy);
  if (fields.length === 0) return <span className="soft">none</span>;
  const sizes = sizesFromEntries(entries);
  return (
    <div className={styles.sizes}>
      {fields.map((field) => (
        <SizeInput
          key={field.name}
          strategyLabel={chunkingStrategies[strategy].label}
          field={unit ? { ...field, unit } : field}
          values={sizesOf(sizes, strategy, field.name)}
          off={off}
          onValues={(values) => onSizes(setSize(entries, strategy, field.name, values))}
        />
      ))}
    </div>
  );
}

/** Numbers apart by commas; the row takes them when they are right, and says what is wrong otherwise. */
function SizeInput({
  strategyLabel,
  field,
  values,
  off,
  onValues,
}: {
  strategyLabel: string;
  field: StrategySetting;
  values: readonly number[];
  off: boolean;
  onValues: (values: number[]) => void;
}) {
  const committed = values.join(', ');
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null);
  const text = draft && draft.of === committed ? draft.text : committed;
  const read = readSizes(text, field);
  const problem = 'problem' in read ? read.problem : null;
  return (
    <label className={styles.size}>
      <span>{field.label}</span>
      <input
        className={styles.cell}
        inputMode="numeric"
        autoComplete="off"
        disabled={off}
        aria-label={`${strategyLabel}: ${field.label}${field.unit === '' ? '' : `, ${field.unit}`}`}
        aria-invalid={problem !== null || undefined}
        title={problem ?? undefined}
        value={text}
        onChange={(event) => {
          const next = readSizes(event.target.value, field);
          setDraft({ text: event.target.value, of: 'values' in next ? next.values.join(', ') : committed });
          if ('values' in next) onValues(next.values);
        }}
      />
      <span className="soft">{field.unit}</span>
      {problem !== null ? (
        <span className={`bad ${styles.bad}`} role="alert">
          {problem}
        </span>
      ) : null}
    </label>
  );
}
