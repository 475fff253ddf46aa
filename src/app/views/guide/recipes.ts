/** How chunks of one program get into a file that a benchmark reads. */
export interface Recipe {
  name: string;
  code: string;
  /** What is good to know of its offsets. */
  note: string;
}

/** What every recipe begins with: documents by their path, and a chunk on each line. */
export const preamble = `import json
from pathlib import Path

def documents(folder):
    for path in sorted(Path(folder).rglob("*.md")):
        # newline="" leaves line ends as they are, so that offsets fit.
        with open(path, encoding="utf-8", newline="") as file:
            yield path.relative_to(folder).as_posix(), file.read()

def write(name, chunks):
    with open(name, "w", encoding="utf-8") as out:
        for chunk in chunks:
            out.write(json.dumps(chunk, ensure_ascii=False) + "\\n")`;

export const recipes: readonly Recipe[] = [
  {
    name: 'LangChain',
    code: `from langchain_text_splitters import RecursiveCharacterTextSplitter

splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200)
write("langchain.jsonl", (
    {"document": name, "text": part}
    for name, text in documents("docs")
    for part in splitter.split_text(text)
))`,
    note: 'It trims white space and names no end; with add_start_index it names a start. Text alone is enough: each chunk is looked for behind the one before. Documents that create_documents returns may be written as they are, with page_content and metadata.source.',
  },
  {
    name: 'LlamaIndex',
    code: `from llama_index.core import Document
from llama_index.core.node_parser import SentenceSplitter

parser = SentenceSplitter(chunk_size=512, chunk_overlap=50)
nodes = parser.get_nodes_from_documents(
    [Document(id_=name, text=text) for name, text in documents("docs")]
)
write("llamaindex.jsonl", (
    {"document": node.ref_doc_id, "text": node.text} for node in nodes
))`,
    note: 'Leave start_char_idx out: where the same words stand twice, many versions name the first place for both, and none where the words were changed.',
  },
  {
    name: 'Chonkie',
    code: `from chonkie import RecursiveChunker

chunker = RecursiveChunker(chunk_size=512)
write("chonkie.jsonl", (
    {"document": name, "text": chunk.text,
     "start": chunk.start_index, "end": chunk.end_index}
    for name, text in documents("docs")
    for chunk in chunker.chunk(text)
))`,
    note: 'Its offsets count code points in Python and UTF-16 code units in JavaScript. With the text beside them the unit is found, and every offset is checked.',
  },
  {
    name: 'Your own splitter',
    code: `def paragraphs(text):
    start = 0
    for part in text.split("\\n\\n"):
        if part.strip():
            yield start, start + len(part)
        start += len(part) + 2

write("mine.jsonl", (
    {"document": name, "start": start, "end": end, "offsetUnit": "codePoints"}
    for name, text in documents("docs")
    for start, end in paragraphs(text)
))`,
    note: 'Offsets without a text name their unit: codePoints for Python, utf16 for JavaScript, bytes for UTF-8. The end is the first position behind the chunk.',
  },
];

export const commands = `npm run bench -- run --docs docs --questions questions.csv \\
  --strategies recursive,paragraph --chunks langchain.jsonl --chunks mine.jsonl --out out
npm run bench -- run --docs docs --questions questions.csv \\
  --strategies none --chunks mine.jsonl --fail-under "hitWithin@500>=0.85" --out out`;

export const questionFile = `question,answer,document
When does the ferry leave?,at noon,ferry.md
What do tickets cost?,four marks,`;
