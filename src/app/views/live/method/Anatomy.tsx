import { useEffect, useRef } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Select } from '../../../components/Choice';
import { Notice } from '../../../components/Notice';
import { TextField } from '../../../components/TextField';
import type { PreparedText, Ranking } from '../../../data/liveCompute';
import type { Pair } from '../liveParams';
import { excerptOf, pieceAt, pieceCount, whyId } from './methodModel';
import styles from './Method.module.css';

interface AnatomyProps {
  /** Of the pair that was asked about last. */
  ranking: Ranking;
  prepared: PreparedText;
  pair: Pair | null;
  onOpen: (pair: Pair | null) => void;
}

/** Why a part and a piece score what they score: four terms over two norms. */
export function Anatomy({ ranking, prepared, pair, onOpen }: AnatomyProps) {
  const [parts, pieces] = [prepared.parts.length, pieceCount(prepared)];
  const heading = useRef<HTMLHeadingElement>(null);
  const known = pair !== null && pair.part <= parts && pair.piece <= pieces;
  const opened = known ? `${pair.part}.${pair.piece}` : null;
  const first = useRef(true);
  const isThere =
    ranking.anatomy !== null &&
    ranking.pair?.part === (pair?.part ?? 0) - 1 &&
    ranking.pair.piece === (pair?.piece ?? 0) - 1;
  useEffect(() => {
    // Not for a pair that the link itself opens: nobody asked to be moved.
    if (opened !== null && !first.current && document.activeElement?.tagName === 'BUTTON')
      heading.current?.focus({ preventScroll: true });
    // Once more when the terms have come: before, there may have been nothing to scroll to.
    if (opened !== null && document.activeElement === heading.current)
      heading.current?.scrollIntoView?.({ block: 'start' });
    first.current = false;
  }, [opened, isThere]);
  const close = () => {
    onOpen(null);
    // Back to where the question was asked.
    if (opened) document.getElementById(whyId(opened))?.focus();
  };
  if (parts === 0 || pieces === 0) return null;
  return (
    <section className={`panel stack gap-3 ${styles.anatomy}`} aria-labelledby="anatomy">
      <div className={`row between ${styles.bar}`}>
        <h3 id="anatomy" ref={heading} tabIndex={-1}>
          Why this score
        </h3>
        {pair ? (
          <Button tone="quiet" onClick={close}>
            Close
          </Button>
        ) : null}
      </div>
      <div className={styles.options}>
        <Select
          label="Part"
          value={String(pair?.part ?? '')}
          options={[
            ...(pair ? [] : [{ value: '', label: 'choose a part' }]),
            ...prepared.parts.map(({ text }, part) => ({
              value: String(part + 1),
              label: `${part + 1} · ${excerptOf(text, 50)}`,
            })),
          ]}
          onChange={(value) => onOpen({ part: Number(value), piece: pair?.piece ?? 1 })}
        />
        <TextField
          label={`Piece, 1 to ${format.count(pieces)}`}
          type="number"
          min={1}
          max={pieces}
          value={pair?.piece ?? ''}
          onChange={(event) => {
            const piece = event.target.valueAsNumber;
            if (Number.isInteger(piece) && piece >= 1 && piece <= pieces)
              onOpen({ part: pair?.part ?? 1, piece });
          }}
        />
      </div>
      {pair && !known ? (
        <Notice tone="warn">
          There is no part {pair.part} with a piece {pair.piece} in this text: it has {format.count(parts)}{' '}
          parts and {format.count(pieces)} pieces.
        </Notice>
      ) : null}
      {pair && known ? (
        <Terms ranking={ranking} prepared={prepared} />
      ) : (
        <p className="soft small">Choose a pair here, or press “Why” beside a result.</p>
      )}
    </section>
  );
}

function Terms({ ranking, prepared }: { ranking: Ranking; prepared: PreparedText }) {
  const { pair, anatomy, context } = ranking;
  if (!pair || !anatomy) return null;
  const { part, piece } = pair;
  const { weight } = ranking.settings;
  const { terms, score, queryNorm, storedNorm, rank, leader, levelAt, alone } = anatomy;
  const stored = pieceAt(prepared, piece);
  const widest = Math.max(...terms.map(({ share }) => Math.abs(share)), Math.abs(score), 1e-9);
  const bar = (value: number) => (
    <span
      className={`${styles.termBar} ${value < 0 ? styles.negative : ''}`}
      style={{ width: `${(100 * Math.abs(value)) / widest}%` }}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        <blockquote dir="auto">
          <cite>Part {part + 1}</cite>
          {excerptOf(prepared.parts[part]!.text, 600)}
        </blockquote>
        <blockquote dir="auto">
          <cite>
            Piece {piece + 1}, in {stored.contextName}
          </cite>
          <span className="pre anywhere">
            {stored.text.length > 1500 ? `${stored.text.slice(0, 1500)}…` : stored.text}
          </span>
        </blockquote>
      </div>
      <p className="small soft">
        At focus weight {format.decimal(weight, 2)} this piece has rank {format.count(rank)} of{' '}
        {format.count(pieceCount(prepared))} for the part. Each term is its weights times one dot product,
        divided by both norms; together they are the cosine of the two blends.
      </p>
      <div className="scroll-x" tabIndex={0} role="region" aria-label="Terms of the score">
        <table className={`table figures ${styles.terms}`}>
          <caption className="visually-hidden">
            Terms of the score of part {part + 1} and piece {piece + 1}
          </caption>
          <thead>
            <tr>
              <th scope="col">Term</th>
              <th scope="col">Weights</th>
              <th scope="col">Dot product</th>
              <th scope="col">Share of the score</th>
              <th scope="col">
                <span className="visually-hidden">The share as a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {terms.map((term) => (
              <tr key={term.name}>
                <th scope="row">{term.name}</th>
                <td>{format.score(term.weight)}</td>
                <td>{format.score(term.dot)}</td>
                <td>{format.score(term.share)}</td>
                <td className={styles.barCell} aria-hidden="true">
                  {bar(term.share)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Score</th>
              <td />
              <td />
              <td>{format.score(score)}</td>
              <td className={styles.barCell} aria-hidden="true">
                {bar(score)}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="small">
        Norm of the part’s blend {format.score(queryNorm)}, of the piece’s blend {format.score(storedNorm)}.
        The context of the piece is{' '}
        {context === 'text' ? 'the embedding of its own text' : 'the mean of its pieces'}.
        {alone ? ' Here that mean has no direction, so the piece stands alone.' : ''}
      </p>
      {leader ? (
        <p className="small">
          Piece {leader.index + 1} leads with {format.score(leader.score)}.{' '}
          {levelAt === null
            ? 'At no focus weight does this piece draw level with it.'
            : `The two draw level at a focus weight of ${format.score(levelAt)}, ${format.signedScore(levelAt - weight)} from here.`}
        </p>
      ) : (
        <p className="small">It leads for this part.</p>
      )}
    </>
  );
}
