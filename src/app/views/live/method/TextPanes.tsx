import { useRef, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { counted } from '../../../../core/stats/words';
import { countedContexts, storedReadingIds, storedReadings } from '../../../../datasets/stored/readings';
import type { PreparedText } from '../../../data/liveCompute';
import { Button } from '../../../components/Button';
import { Choice, Select } from '../../../components/Choice';
import { Explain } from '../../../components/Explain';
import { Notice } from '../../../components/Notice';
import { Checkbox, TextField } from '../../../components/TextField';
import { deleteFromDevice, keepOnDevice, setText, useLiveText } from '../../../state/liveText';
import { LargeText } from '../LargeText';
import { pieceBytes, type LiveParams } from '../liveParams';
import { useDraft } from '../useDraft';
import { contextCount, pieceCount } from './methodModel';
import styles from './Method.module.css';

const readings = [
  { value: 'auto', label: 'by its looks' },
  ...storedReadingIds.map((value) => ({ value, label: storedReadings[value].label })),
] as const;

interface TextPanesProps {
  params: LiveParams;
  /** Both as they were cut, once they are. */
  prepared: PreparedText | null;
}

interface PastedTexts {
  stored: string;
  message: string;
  source: string | null;
}

/** The two panes: what is searched, and what is searched for. */
export function TextPanes({ params, prepared }: TextPanesProps) {
  const { stored, message, source, kept, refusal } = useLiveText();
  const [undo, setUndo] = useState<PastedTexts | null>(null);
  const replace = (next: PastedTexts) => {
    setUndo(stored === '' && message === '' ? null : { stored, message, source });
    setText(next);
  };
  const file = useFile((text, name) => replace({ stored: text, message, source: name }));
  const loadSample = async () => {
    const { sampleMessage, sampleThread } = await import('./sample');
    replace({ stored: sampleThread(), message: sampleMessage, source: null });
    params.set({ stored: 'auto' });
  };
  return (
    <section className="stack" aria-labelledby="texts">
      <div className={`row between ${styles.bar}`}>
        <h2 id="texts">Your text</h2>
        <div className="row no-print">
          <Button
            tone={stored === '' && message === '' ? 'primary' : 'plain'}
            onClick={() => void loadSample()}
          >
            Load the sample
          </Button>
          <Button
            disabled={stored === '' && message === ''}
            onClick={() => replace({ stored: '', message: '', source: null })}
          >
            Clear both
          </Button>
          {undo ? (
            <Button
              tone="quiet"
              onClick={() => {
                setText(undo);
                setUndo(null);
              }}
            >
              Undo
            </Button>
          ) : null}
        </div>
      </div>
      <div className={styles.panes}>
        <div className="stack gap-3">
          <LargeText
            label="Stored text"
            source={source}
            bytes={prepared?.storedBytes ?? null}
            dir="auto"
            spellCheck={false}
            placeholder={
              'One memory a line, blocks, notes between lines of dashes, Markdown, a transcript (User: … Assistant: …), or an export of chats as JSON:\n[\n  { "role": "user", "content": "…", "time": "2026-03-02T09:12:00Z" },\n  { "role": "assistant", "content": "…", "tool_calls": [ … ] },\n  { "role": "tool", "tool_call_id": "…", "content": "…" }\n]'
            }
            value={stored}
            onChange={(text) => setText({ stored: text })}
            onReplace={(text) => replace({ stored: text, message, source: null })}
            onRemove={() => replace({ stored: '', message, source: null })}
            onFile={(dropped) => void file.read(dropped)}
          />
          <div className="row">
            <Choice
              label="Read it as"
              value={params.values.stored}
              options={readings}
              onChange={(value) => params.set({ stored: value })}
            />
            <Explain about="the stored text">
              <p>
                <strong>Chat JSON</strong>: messages with roles, tool calls and times, as JSON or JSONL, in
                the shapes of OpenAI, Anthropic, Gemini and the AI SDK, or an export of ChatGPT or Claude. A
                turn begins with a user message; its sources (the message, each assistant step, each tool call
                with its whole result) are cut separately, and every piece says in front whose it is and from
                when. The turn is the context of its pieces. System messages are left out.
              </p>
              <p>
                <strong>Labelled turns</strong>: <code>[Turn 4 · User · Oct 16, 2:02 PM]</code> before the
                words. <strong>Transcript</strong>: <code>User: …</code> and <code>Assistant: …</code>, or
                people by their names. Both keep who said it in front of each piece.
              </p>
              <p>
                <strong>Markdown sections</strong>: a heading, underlined ones too, or a line of three dashes
                begins a new one, outside code. <strong>Parts between rules</strong>,{' '}
                <strong>blocks between blank lines</strong> and <strong>one entry a line</strong> are what
                they say. Each of them is the context of its pieces, which carry no label; in a section or
                block of four lines or more that stand alone, each line is a piece.
              </p>
            </Explain>
            <FileButton {...file} />
          </div>
          {prepared && contextCount(prepared) > 0 ? (
            <p role="status" className="small soft">
              Read as {storedReadings[prepared.reading].label}:{' '}
              {countedContexts(prepared.reading, contextCount(prepared))},{' '}
              {counted(pieceCount(prepared), 'piece')}.
            </p>
          ) : null}
          <Options params={params} />
        </div>
        <div className="stack gap-3">
          <LargeText
            label="Message"
            dir="auto"
            placeholder="Several requests in one message: each sentence is searched for by itself."
            source={null}
            bytes={prepared?.messageBytes ?? null}
            value={message}
            onChange={(text) => setText({ message: text })}
            onReplace={(text) => replace({ stored, message: text, source })}
            onRemove={() => replace({ stored, message: '', source })}
          />
          <Checkbox
            label="Keep both on this device"
            help={
              kept
                ? 'Kept in this browser’s database until you untick this. Nothing is sent.'
                : 'Otherwise both are gone when you reload or close the page.'
            }
            checked={kept}
            onChange={(keep) => void (keep ? keepOnDevice() : deleteFromDevice())}
          />
          {kept ? (
            <div>
              <Button tone="quiet" onClick={() => void deleteFromDevice()}>
                Delete what is kept
              </Button>
            </div>
          ) : null}
          {refusal ? <Notice tone="warn">{refusal}</Notice> : null}
        </div>
      </div>
    </section>
  );
}

const mostFileBytes = 20_000_000;

interface FileReading {
  read(file: File): Promise<void>;
  /** Why the last file was not read. */
  problem: string | null;
}

/** Reads a file into the stored pane; it goes nowhere else. */
function useFile(onText: (text: string, name: string) => void): FileReading {
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File) => {
    if (file.size > mostFileBytes)
      return setProblem(
        `${file.name} has ${format.bytes(file.size)}; at most ${format.bytes(mostFileBytes)} are read.`,
      );
    try {
      onText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()), file.name);
      setProblem(null);
    } catch {
      setProblem(`${file.name} is not UTF-8 text.`);
    }
  };
  return { read, problem };
}

function FileButton({ read, problem }: FileReading) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>Open a file …</Button>
      <input
        ref={input}
        type="file"
        accept=".txt,.md,.json,.jsonl,.ndjson,.log,text/plain,text/markdown,application/json"
        hidden
        aria-label="File with the stored text"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void read(file);
          event.target.value = '';
        }}
      />
      {problem ? <Notice tone="warn">{problem}</Notice> : null}
    </>
  );
}

function Options({ params }: { params: LiveParams }) {
  const { bytes, zone } = params.values;
  const [typed, setTyped] = useDraft(String(bytes), (text) => {
    if (validBytes(text)) params.set({ bytes: Number(text) }, { replace: true });
  });
  const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <details>
      <summary>Size of pieces, time zone of labels</summary>
      <div className={styles.options}>
        <TextField
          label="Bytes of a piece, label included"
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={
            validBytes(typed)
              ? null
              : `A whole number from ${format.count(pieceBytes.low)} to ${format.count(pieceBytes.high)}; ${format.count(bytes)} is used.`
          }
          help="1,200 in the method."
        />
        <Select
          label="Times in labels"
          value={zone}
          options={[
            { value: 'utc', label: 'UTC' },
            { value: 'mine', label: `this device’s zone (${mine})` },
          ]}
          onChange={(value) => params.set({ zone: value })}
        />
      </div>
    </details>
  );
}

function validBytes(text: string): boolean {
  const value = Number(text);
  return Number.isInteger(value) && value >= pieceBytes.low && value <= pieceBytes.high;
}
