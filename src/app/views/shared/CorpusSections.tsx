import type { ReactNode } from 'react';
import * as format from '../../../core/stats/format';
import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import { Facts } from '../../components/Facts';
import { PlainTable, Section } from './Prose';

/** What a benchmark's corpus is, where it comes from, and how it is recognised. */
export function CorpusFacts({
  corpus,
  children,
}: {
  corpus: ChunkingSummary['corpus'];
  children: ReactNode;
}) {
  return (
    <Section title="What it was measured on">
      <p>
        {corpus.name}: {format.count(corpus.documents.length)} documents, {format.count(corpus.questions)}{' '}
        questions. {children}
      </p>
      <Facts
        facts={[
          ['Licence', corpus.licence],
          ['Official address', corpus.source ?? 'none'],
          [
            'Sample',
            corpus.sample ? `seed ${corpus.sample.seed}, generator ${corpus.sample.generator}` : 'everything',
          ],
          ['Corpus hash (SHA-256 of its content, not of the file)', <code key="hash">{corpus.hash}</code>],
          ['Offsets', 'UTF-16 code units, half-open spans'],
        ]}
      />
    </Section>
  );
}

export function CorpusDocuments({ corpus, tokenizer }: Pick<ChunkingSummary, 'corpus' | 'tokenizer'>) {
  return (
    <Section title="Documents">
      <PlainTable
        caption="In file order"
        head={[
          'Title',
          'Paragraphs',
          'UTF-16 length',
          `Tokens (${tokenizer.name}${tokenizer.estimated ? ', estimate' : ''})`,
        ]}
        rows={corpus.documents.map((document) => [
          document.title,
          format.count(document.paragraphs),
          format.count(document.utf16Length),
          format.count(document.tokens),
        ])}
      />
    </Section>
  );
}
