import { useEffect, useState } from 'react';
import { Table } from '../../components/table/Table';
import type { Span } from '../../../core/units';
import { count } from '../../../core/stats/format';
import { codePointLength, utf8Length } from '../../../core/text/sizes';
import { overlapLength } from '../../../core/text/spans';
import { countTokens } from '../../data/corpusText';
import { spanAtOffset, type Lane, type SpanKind } from './inspectorModel';
import { LaneLetter } from './LaneLetter';
import { useHovered } from './hovered';
import { spanAt } from './spansModel';
import styles from './Inspector.module.css';

interface ChunkDetailsProps {
  lanes: readonly Lane[];
  colors: readonly string[];
  front: number;
  kind: SpanKind;
  text: string | null;
  at: number | null;
  gold: readonly (Span & { isChosen: boolean })[];
}

/** The chunk under the pointer, or else the chosen one: its span, its size in every unit, and what the other lanes make of the place. */
export function ChunkDetails({ lanes, colors, front, kind, text, at, gold }: ChunkDetailsProps) {
  const hovered = useHovered((state) => state.hovered);
  const place = typeof hovered === 'number' ? hovered : (hovered ?? at);
  const chosen =
    typeof place === 'number' ? { lane: front, index: spanAtOffset(lanes[front]!.drawn, place) } : place;
  const lane = chosen ? lanes[chosen.lane] : undefined;
  const span = lane && chosen?.index !== null && chosen ? spanAt(lane.drawn, chosen.index) : null;
  const offset = typeof place === 'number' ? place : (span?.start ?? null);
  return (
    <section className={`stack gap-2 ${styles.side}`} aria-labelledby="chunk-details">
      <h3 id="chunk-details">{kind === 'chunks' ? 'Chunk' : 'Context'}</h3>
      {!lane || !chosen || offset === null ? (
        <p className="soft small">
          Point at a lane, click in the text, or move with the keys, and its span and sizes stand here.
        </p>
      ) : (
        <div aria-live={hovered === null ? 'polite' : 'off'} className="stack gap-3">
          {span && chosen.index !== null ? (
            <SpanFacts
              lane={lane}
              color={colors[chosen.lane]!}
              index={chosen.index}
              span={span}
              kind={kind}
              text={text}
              gold={gold}
            />
          ) : (
            <p>
              Offset {count(offset)} lies in no {kind === 'chunks' ? 'chunk' : 'context'} of {lane.label}.
            </p>
          )}
          {lanes.length > 1 ? <Elsewhere lanes={lanes} colors={colors} offset={offset} kind={kind} /> : null}
        </div>
      )}
    </section>
  );
}

interface SpanFactsProps {
  lane: Lane;
  color: string;
  index: number;
  span: Span;
  kind: SpanKind;
  text: string | null;
  gold: readonly (Span & { isChosen: boolean })[];
}

function SpanFacts({ lane, color, index, span, kind, text, gold }: SpanFactsProps) {
  const { start, end } = span;
  const slice = text?.slice(start, end) ?? null;
  const tokens = useTokens(slice);
  const context = kind === 'chunks' ? lane.contextOf[index]! : index;
  const returned = spanAt(lane.contexts, context);
  const children = kind === 'contexts' ? lane.contextOf.filter((own) => own === index).length : 0;
  const before = index > 0 ? overlapLength(spanAt(lane.drawn, index - 1), span) : 0;
  const after = index + 1 < lane.drawn.count ? overlapLength(spanAt(lane.drawn, index + 1), span) : 0;
  const whole = gold.filter((own) => own.start >= start && own.end <= end).length;
  const cut = gold.filter((own) => own.start < end && own.end > start).length - whole;
  return (
    <>
      <p>
        <LaneLetter letter={lane.letter} color={color} /> {lane.label},{' '}
        <span className="number">{count(index + 1)}</span> of{' '}
        <span className="number">{count(lane.drawn.count)}</span>
      </p>
      <dl className={styles.facts}>
        <dt>Span</dt>
        <dd>
          [{count(start)}, {count(end)})
        </dd>
        <dt>UTF-16 units</dt>
        <dd>{count(end - start)}</dd>
        {slice === null ? null : (
          <>
            <dt>Characters</dt>
            <dd>{count(codePointLength(slice))}</dd>
            <dt>Bytes (UTF-8)</dt>
            <dd>{count(utf8Length(slice))}</dd>
            <dt title="cl100k_base, of this slice by itself">Tokens</dt>
            <dd>{tokens === null ? '…' : count(tokens)}</dd>
          </>
        )}
        {kind === 'chunks' ? (
          <>
            <dt>Returns</dt>
            <dd>
              {returned.start === start && returned.end === end
                ? 'itself'
                : `context ${count(context + 1)}, [${count(returned.start)}, ${count(returned.end)})`}
            </dd>
          </>
        ) : (
          <>
            <dt>Found by</dt>
            <dd>
              {count(children)} {children === 1 ? 'chunk' : 'chunks'}
            </dd>
          </>
        )}
        <dt>Shared before, after</dt>
        <dd>
          {count(before)}, {count(after)}
        </dd>
        <dt>Gold spans</dt>
        <dd>
          {whole + cut === 0
            ? 'none'
            : [whole > 0 ? `${count(whole)} whole` : '', cut > 0 ? `${count(cut)} cut` : '']
                .filter(Boolean)
                .join(', ')}
        </dd>
      </dl>
    </>
  );
}

/** The spans of every lane at one place. */
function Elsewhere({
  lanes,
  colors,
  offset,
  kind,
}: {
  lanes: readonly Lane[];
  colors: readonly string[];
  offset: number;
  kind: SpanKind;
}) {
  return (
    <Table className="full small table">
      <caption>At offset {count(offset)}</caption>
      <thead>
        <tr>
          <th scope="col">Lane</th>
          <th scope="col">{kind === 'chunks' ? 'Chunk' : 'Context'}</th>
          <th scope="col">Span</th>
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ letter, label, drawn }, lane) => {
          const index = spanAtOffset(drawn, offset);
          const span = index === null ? null : spanAt(drawn, index);
          return (
            <tr key={letter}>
              <th scope="row" title={label}>
                <LaneLetter letter={letter} color={colors[lane]!} />
              </th>
              <td>{index === null ? 'none' : count(index + 1)}</td>
              <td>{span ? `${count(span.start)}–${count(span.end)}` : ''}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** How long a chunk must stay under the pointer before its tokens are counted. */
const settleMs = 120;

function useTokens(slice: string | null): number | null {
  const [counted, setCounted] = useState<{ slice: string; tokens: number } | null>(null);
  useEffect(() => {
    if (slice === null) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      countTokens([slice]).then(
        ([tokens]) => isWanted && setCounted({ slice, tokens: tokens! }),
        () => isWanted && setCounted(null),
      );
    }, settleMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [slice]);
  return counted && counted.slice === slice ? counted.tokens : null;
}
