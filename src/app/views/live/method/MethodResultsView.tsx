import { useDeferredValue, useMemo } from 'react';
import * as format from '../../../../core/stats/format';
import { Choice } from '../../../components/Choice';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Explain } from '../../../components/Explain';
import { Loading } from '../../../components/Loading';
import { Notice } from '../../../components/Notice';
import { Slider } from '../../../components/Slider';
import type { SearchSettings } from '../../../data/liveCompute';
import type { MethodRun } from '../../../state/liveMethod';
import type { LiveParams, Pair } from '../liveParams';
import { useDraft } from '../useDraft';
import { Anatomy } from './Anatomy';
import { EmbeddedNote } from './EmbeddedNote';
import { Groups } from './Groups';
import { useRanking } from './useRanking';
import { WrongWays } from './WrongWays';
import styles from './Method.module.css';

interface MethodResultsViewProps {
  run: MethodRun;
  /** Whether the run is of the text and the model that are chosen now. */
  fresh: boolean;
  params: LiveParams;
}

/** What a run found, ranked anew with every move of a slider; nothing is embedded again. */
export function MethodResultsView({ run, fresh, params }: MethodResultsViewProps) {
  const { weight, limit, threshold, context, pair } = params.values;
  const committed = useMemo(() => ({ weight, limit, threshold }), [weight, limit, threshold]);
  const [settings, setSettings] = useDraft<SearchSettings>(committed, (value) =>
    params.set(value, { replace: true }),
  );
  const { prepared, facts } = run;
  const { ranking, error } = useRanking(facts.run, context, settings, pair);
  // The sliders answer first; the lists follow in the same moment or the next. Never those of the run before.
  const deferred = useDeferredValue(ranking);
  const shown = deferred?.run === facts.run ? deferred : ranking;
  const used = context === 'text' && facts.hasTexts ? 'text' : 'mean';
  const fallbacks = facts.zeroContexts[used] ?? 0;
  const open = (next: Pair | null) => params.set({ pair: next });

  return (
    <section className="stack" aria-labelledby="found">
      <div>
        <h2 id="found">What each part finds</h2>
        <p className="soft">
          {format.count(facts.parts)} {facts.parts === 1 ? 'part' : 'parts'} against{' '}
          {format.count(facts.pieces)} {facts.pieces === 1 ? 'piece' : 'pieces'}, embedded with{' '}
          {facts.model.name}. Moving a slider embeds nothing again.
        </p>
      </div>
      {fresh ? null : (
        <Notice tone="warn">
          The text or the model has changed since this run. What follows is about the text as it was; run
          again for the new one.
        </Notice>
      )}
      {context === 'text' && !facts.hasTexts ? (
        <Notice tone="info">
          The own texts of the contexts are not embedded yet: run again to add them. Until then the mean of
          the pieces is used.
        </Notice>
      ) : null}
      {fallbacks > 0 ? (
        <Notice tone="info">
          In {format.count(fallbacks)} contexts the pieces cancel each other out, so that their mean has no
          direction; their pieces stand alone there.
        </Notice>
      ) : null}
      <EmbeddedNote facts={facts} />
      <div className={`panel ${styles.controls} no-print`}>
        <Slider
          label="Focus weight"
          value={settings.weight}
          min={0}
          max={1}
          step={0.01}
          valueText={weightWords(settings.weight)}
          help="Share of the piece, or part, in its blend with its context. 1 is the piece alone."
          onChange={(value) => setSettings({ ...settings, weight: value })}
        />
        <Slider
          label="Places of a group (X)"
          value={settings.limit}
          min={1}
          max={50}
          step={1}
          valueText={format.count(settings.limit)}
          help="At most so many pieces for each part."
          onChange={(value) => setSettings({ ...settings, limit: value })}
        />
        <Slider
          label="Threshold"
          value={settings.threshold}
          min={-1}
          max={1}
          step={0.01}
          valueText={format.score(settings.threshold)}
          help="Least cosine of a place. A group is never filled up with worse pieces."
          onChange={(value) => setSettings({ ...settings, threshold: value })}
        />
        <div className={styles.contextChoice}>
          <Choice
            label="Context of a piece"
            value={context}
            options={[
              { value: 'mean', label: 'mean of its pieces' },
              { value: 'text', label: 'its own text' },
            ]}
            onChange={(value) => params.set({ context: value })}
          />
          <Explain about="the context of a piece">
            <p>
              The vector that a piece is blended with is either the mean of the vectors of all pieces of its
              turn or section, which costs nothing, or the embedding of the text of the turn itself, which is
              one more text to embed each.
            </p>
          </Explain>
        </div>
      </div>
      {error ? <ErrorPanel title="The pieces could not be ranked." message={error.message} /> : null}
      {shown ? (
        <>
          <div className={styles.ways}>
            <Groups
              results={shown.results}
              prepared={prepared}
              settings={shown.settings}
              onOpen={open}
              opened={pair}
            />
            <WrongWays results={shown.results} prepared={prepared} settings={shown.settings} onOpen={open} />
          </div>
          <Anatomy ranking={shown} prepared={prepared} pair={pair} onOpen={open} />
        </>
      ) : error ? null : (
        <Loading what="the ranking" />
      )}
    </section>
  );
}

function weightWords(weight: number): string {
  const share = Math.round(weight * 100);
  return `${format.decimal(weight, 2)} (${share}/${100 - share})`;
}
