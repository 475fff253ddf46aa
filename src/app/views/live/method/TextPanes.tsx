import { useRef, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Choice, Select } from '../../../components/Choice';
import { Explain } from '../../../components/Explain';
import { Notice } from '../../../components/Notice';
import { Checkbox, TextField } from '../../../components/TextField';
import { deleteFromDevice, keepOnDevice, setText, useLiveText } from '../../../state/liveText';
import { LargeText } from '../LargeText';
import { pieceBytes, type LiveParams } from '../liveParams';
import { useDraft } from '../useDraft';
import styles from './Method.module.css';

export type ReadAs = LiveParams['values']['stored'];

const formats = [
  { value: 'auto', label: 'by its looks' },
  { value: 'plain', label: 'plain text' },
  { value: 'threads', label: 'chat threads' },
] as const;

interface TextPanesProps {
  params: LiveParams;
  /** UTF-8 bytes of both, once they are counted. */
  bytes: { stored: number; message: number } | null;
}

interface PastedTexts {
  stored: string;
  message: string;
  source: string | null;
}

/** The two panes: what is searched, and what is searched for. */
export function TextPanes({ params, bytes }: TextPanesProps) {
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
            bytes={bytes?.stored ?? null}
            dir="auto"
            spellCheck={false}
            placeholder={
              'Plain text, or a JSON array of chat messages:\n[\n  { "role": "user", "content": "…", "time": "2026-03-02T09:12:00Z" },\n  { "role": "assistant", "content": "…", "tool_calls": [ … ] },\n  { "role": "tool", "tool_call_id": "…", "content": "…" }\n]'
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
              options={formats}
              onChange={(value) => params.set({ stored: value })}
            />
            <Explain about="the stored text">
              <p>
                <strong>Chat threads</strong>: a JSON array of messages with roles, tool calls and times, or
                an array of such threads. A turn begins with a user message; its sources (the message, each
                assistant step, each tool call with its whole result) are cut separately, and every piece says
                in front whose it is and from when. The turn is the context of its pieces. System messages are
                left out.
              </p>
              <p>
                <strong>Plain text</strong>: a Markdown heading, or a line of three dashes, begins a new
                section. The section is the context of its pieces, which carry no label.
              </p>
            </Explain>
            <FileButton {...file} />
          </div>
          <Options params={params} />
        </div>
        <div className="stack gap-3">
          <LargeText
            label="Message"
            dir="auto"
            placeholder="Several requests in one message: each sentence is searched for by itself."
            source={null}
            bytes={bytes?.message ?? null}
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
        accept=".txt,.md,.json,text/plain,text/markdown,application/json"
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
