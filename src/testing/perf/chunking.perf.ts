import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { get_encoding } from 'tiktoken';
import { chunkText, strategyIds } from '../../core/chunking/registry';
import { loadCl100k } from '../../providers/tokenizer';
import { generatedText } from './generatedText';
import { compare, type PerfRow } from './measure';

const megabyte = 1_000_000;

/** Chunkers against their peers and against themselves on a quarter of the text; tokens against tiktoken. */
export async function run(): Promise<PerfRow[]> {
  const text = generatedText(10 * megabyte);
  const quarter = text.slice(0, 2.5 * megabyte);
  const unbroken = 'abcdefghij'.repeat(megabyte);
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 1000, chunkOverlap: 0 });
  const chonkie = await RecursiveChunker.create({ chunkSize: 1000 });
  const rows: PerfRow[] = [];
  for (const [name, sample] of [
    ['lines of 5 sentences', text],
    ['paragraphs of one line', text.replace(/([^\n])\n(?!\n)/g, '$1 ')],
  ] as const) {
    rows.push(
      ...(await compare(
        `recursive, 10 MB, ${name}`,
        [
          { name: 'chunkscope recursive', run: () => chunkText(sample, 'recursive') },
          {
            name: 'chunkscope recursive, LangChain mode',
            run: () => chunkText(sample, 'recursive', { compatibility: 'langchain' }),
          },
          { name: '@chonkiejs/core RecursiveChunker', run: () => chonkie.chunk(sample), target: '≥ 3' },
          { name: '@langchain/textsplitters', run: () => splitter.splitText(sample), target: '≥ 10' },
        ],
        5,
        3,
      )),
    );
  }
  for (const id of strategyIds) {
    for (const [name, large, small] of [
      ['sentences', text, quarter],
      ['one unbroken run', unbroken, unbroken.slice(0, unbroken.length / 4)],
    ] as const) {
      rows.push(
        ...(await compare(`${id}, ${name}, four times the text`, [
          { name: '2.5 MB', run: () => chunkText(small, id) },
          { name: '10 MB', run: () => chunkText(large, id), target: '≤ 5' },
        ])),
      );
    }
  }
  const tokenizer = await loadCl100k();
  const tiktoken = get_encoding('cl100k_base');
  const samples = [
    ['Latin words', quarter],
    ['Chinese', chineseText(megabyte)],
  ] as const;
  for (const [name, sample] of samples) {
    rows.push(
      ...(await compare(`cl100k_base, ${name}`, [
        { name: 'chunkscope token ends', run: () => tokenizer.encode(sample) },
        { name: 'chunkscope count', run: () => tokenizer.countTokens(sample) },
        { name: 'tiktoken wasm', run: () => tiktoken.encode(sample, [], []), target: '≥ 1.5' },
      ])),
    );
  }
  for (const [name, repeated, times] of [
    ['equal letters', 'a', 20_000],
    ['equal Chinese characters', '汉', 48_000],
  ] as const) {
    const [whole, part] = [repeated.repeat(times), repeated.repeat(times / 4)];
    rows.push(
      ...(await compare(`cl100k_base, ${name}, four times the text`, [
        { name: `${times / 4} of them`, run: () => tokenizer.encode(part) },
        { name: `${times} of them`, run: () => tokenizer.encode(whole), target: '< 1 s' },
      ])),
    );
  }
  tiktoken.free();
  return rows;
}

/** Clauses of Chinese characters, few of them repeated. */
function chineseText(length: number): string {
  const characters = Array.from(
    '导出功能在试用期内可用七天付费工作区保留三十删除后有的恢复读写密钥轮换审计存储作用域客人不能管理员控制',
  );
  let state = 7;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += characters[(state >>> 8) % characters.length]! + (state >>> 24 < 20 ? '，' : '');
  }
  return text;
}
