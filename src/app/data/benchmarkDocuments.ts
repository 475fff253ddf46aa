import { readText, type ReadText } from '../../datasets/own/textFile';
import { htmlText } from './htmlText';

/** The text of a file that a reader picked or dropped; of HTML what a reader of the page sees. */
export const readTextFile = (file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<ReadText> =>
  readText(file, htmlText);
