import { toCsv, toTsv, type CsvColumn } from '../../../../core/stats/csv';
import { reviewLabels, reviewStages, type ReviewStage } from '../../../data/reviewStages';
import type { ReviewLine } from '../../../data/reviewStorage';

/** What a kind of experiment fills in for a miss. */
export interface ReviewPrefill {
  /** The question in words, or its id where there are none. */
  question: string;
  /** The row that missed it, in words. */
  setup: string;
  stages: Record<ReviewStage, string>;
}

const columns: readonly CsvColumn<ReviewLine>[] = [
  { header: 'Id', value: ({ id }) => id },
  { header: 'Question', value: ({ question }) => question },
  { header: 'Row', value: ({ setup }) => setup },
  ...reviewStages.map((stage) => ({
    header: reviewLabels[stage],
    value: ({ stages }: ReviewLine) => stages[stage],
  })),
  { header: 'Lost at', value: ({ verdict }) => (verdict ? reviewLabels[verdict] : '') },
  { header: 'Note', value: ({ note }) => note },
];

export const reviewCsv = (lines: readonly ReviewLine[]): string => toCsv(lines, columns);
/** For a spreadsheet: one line each, a tab between cells. */
export const reviewTsv = (lines: readonly ReviewLine[]): string => toTsv(lines, columns);

/** As a table of Markdown. What would end a cell or begin a tag is written as text. */
export function reviewMarkdown(lines: readonly ReviewLine[]): string {
  const cell = (value: unknown): string =>
    String(value ?? '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|')
      .replace(/\s*[\r\n]+\s*/gu, '<br>');
  const row = (cells: readonly unknown[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [
    row(columns.map(({ header }) => header)),
    `|${columns.map(() => ' --- |').join('')}`,
    ...lines.map((line) => row(columns.map(({ value }) => value(line)))),
    '',
  ].join('\n');
}

/** The verdict that a key gives: 1 to 6 the stages in their order, 0 none; undefined for any other key. */
export function verdictOf(key: string): ReviewStage | null | undefined {
  if (key === '0') return null;
  return /^[1-9]$/u.test(key) ? reviewStages[Number(key) - 1] : undefined;
}

/** A ranked list in words, one result a line. */
export const candidatesText = (results: readonly { name: string; score: string }[]): string =>
  results.length === 0
    ? 'nothing was returned'
    : results.map(({ name, score }, place) => `${place + 1}. ${name} (${score})`).join('\n');
